import { doneBy } from "../access/audit.ts";
import type { Person } from "../access/principal.ts";
import { isRefusal, refuse, refuseField, type Refusal } from "../http/index.ts";
import { given, type Database } from "../platform/index.ts";
import { NO_TAGS } from "./live/store.ts";
import type { Bucket } from "./segments/manifest.ts";
import { withdraw, withdrawDeleted } from "./refresh/publish.ts";
import { redefineLive } from "./refresh/redefine-live.ts";
import type { NewSource, SourceChange } from "./source-schemas.ts";
import { BUILT_IN } from "./sources/registry.ts";
import type { Source } from "./sources/source.ts";
import {
  deleteSource,
  findSource,
  insertSource,
  needSource,
  noSuchSource,
  patchSource,
  type KnownSource,
} from "./store.ts";

const MAX_SOURCES = 1_000;

/** Defines one more source from a known format. */
export async function addSource(
  db: Database,
  by: Person,
  order: NewSource,
  now: number,
): Promise<KnownSource | Refusal> {
  const { refresh, decay, lineage = order.id, address, ...about } = order;
  if (refresh && address === undefined) return refuseFetching();
  const source: Source = {
    ...about,
    // A breach makes a site no threat: it lost the data of its users.
    effect: about.effect ?? (about.category === "breach" ? "exposure" : "threat"),
    lineage,
    decay: decay ?? undefined,
    ...given({ address }),
  };
  const { id: target } = source;
  const trace = { at: now, ...doneBy(by), action: "intel.source_added", target };
  const isTaken =
    BUILT_IN.has(target) || !(await insertSource(db, source, refresh, MAX_SOURCES, trace));
  if (isTaken) {
    return refuse(409, "source_exists", "A source with this id exists, or there are too many.");
  }
  return needSource(db, target);
}

/** Changes a source, also one that is built in. */
export async function changeSource(
  { db, bucket }: { db: Database; bucket: Bucket },
  by: Person,
  id: string,
  change: SourceChange,
  now: number,
): Promise<KnownSource | Refusal> {
  const known = await needSource(db, id);
  if (isRefusal(known)) return known;
  const { address: named = known.source.address ?? null } = change;
  if (change.refresh === true && named === null) return refuseFetching();
  if (changes(known, change)) {
    // What has no address cannot be fetched.
    const { refresh = change.address === null ? false : undefined, ...fields } = change;
    const { address = null } = known.source;
    const isElsewhere = fields.address !== undefined && fields.address !== address;
    const written = {
      changes: given(fields),
      ...given({ refresh }),
      ...(isElsewhere && NO_TAGS),
    };
    const trace = { at: now, ...doneBy(by), action: "intel.source_changed", target: id };
    await patchSource(db, id, written, { ...trace, detail: change });
  }
  // Also if nothing changes: an earlier attempt may have written the row and failed before this.
  return (await redefineLive({ db, bucket }, id)) ?? noSuchSource();
}

function refuseFetching(): Refusal {
  return refuseField("refresh", "must be false without an address");
}

function changes({ source, row }: KnownSource, change: SourceChange): boolean {
  const { address = null } = source;
  const now: Record<string, unknown> = { ...source, address, refresh: row.refresh };
  return Object.entries(given(change)).some(([field, value]) => now[field] !== value);
}

/** Takes a source's indicators out of the index, and deletes a source that operators made. */
export async function removeSource(
  { db, bucket }: { db: Database; bucket: Bucket },
  by: Person,
  id: string,
  now: number,
): Promise<Refusal | undefined> {
  const known = await findSource(db, id);
  await withdraw({ db, bucket }, id);
  // Only now, so that a repeated call finishes what an earlier one left.
  if (known === undefined) return noSuchSource();
  const trace = { at: now, ...doneBy(by), action: "intel.source_removed", target: id };
  await deleteSource(db, id, trace);
  await withdrawDeleted({ db, bucket }, id);
  return undefined;
}

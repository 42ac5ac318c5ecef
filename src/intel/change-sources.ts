import { doneBy, recordAudit } from "../access/audit.ts";
import type { Person } from "../access/principal.ts";
import { refuse, type Refusal } from "../http/index.ts";
import { given, type Database } from "../platform/index.ts";
import type { Bucket } from "./segments/manifest.ts";
import { redefine, withdraw } from "./refresh/publish.ts";
import type { NewSource, SourceChange } from "./schemas.ts";
import { BUILT_IN } from "./sources/registry.ts";
import type { Source } from "./sources/source.ts";
import {
  deleteSource,
  findSource,
  insertSource,
  noSuchSource,
  patchSource,
  type KnownSource,
} from "./store.ts";

const MAX_SOURCES = 1_000;
/** Each more is another change that came in between. */
const MAX_TELLS = 5;
/** What one address said of its feed means nothing at another. */
const UNKNOWN_THERE = { etag: null, lastModified: null };

/** Defines one more source from a known format. */
export async function addSource(
  db: Database,
  by: Person,
  order: NewSource,
  now: number,
): Promise<KnownSource | Refusal> {
  const { refresh, decay, lineage = order.id, address, ...about } = order;
  const source: Source = {
    ...about,
    lineage,
    decay: decay ?? undefined,
    ...(address !== undefined && { address }),
  };
  const isTaken =
    BUILT_IN.has(source.id) || !(await insertSource(db, source, refresh, MAX_SOURCES));
  if (isTaken) {
    return refuse(409, "source_exists", "A source with this id exists, or there are too many.");
  }
  const { id: target } = source;
  await recordAudit(db, { at: now, ...doneBy(by), action: "intel.source_added", target });
  return (await findSource(db, target)) ?? noSuchSource();
}

/** Changes what may be changed of any source, also of one that is built in. */
export async function changeSource(
  { db, bucket }: { db: Database; bucket: Bucket },
  by: Person,
  id: string,
  change: SourceChange,
  now: number,
): Promise<KnownSource | Refusal> {
  const known = await findSource(db, id);
  if (known === undefined) return noSuchSource();
  const { refresh, ...fields } = change;
  const isElsewhere = fields.address !== undefined && fields.address !== known.source.address;
  const others = { ...given({ refresh }), ...(isElsewhere && UNKNOWN_THERE) };
  const trace = { at: now, ...doneBy(by), action: "intel.source_changed", target: id };
  await patchSource(db, id, given(fields), others, { ...trace, detail: change });
  return toldToIndex({ db, bucket }, id);
}

/** Somebody else may have changed it meanwhile and told the index first: then it is told again. */
async function toldToIndex(
  { db, bucket }: { db: Database; bucket: Bucket },
  id: string,
): Promise<KnownSource | Refusal> {
  let known = await findSource(db, id);
  for (let tells = 0; tells < MAX_TELLS && known !== undefined; tells += 1) {
    const { source: told, row } = known;
    if (row.version === 0) break;
    await redefine(bucket, told);
    known = await findSource(db, id);
    if (known === undefined || isSame(told, known.source)) break;
  }
  return known ?? noSuchSource();
}

function isSame(one: Source, other: Source): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Takes a source's indicators out of the index; one that operators made goes as a whole. */
export async function removeSource(
  { db, bucket }: { db: Database; bucket: Bucket },
  by: Person,
  id: string,
  now: number,
): Promise<Refusal | undefined> {
  const known = await findSource(db, id);
  if (known === undefined) return noSuchSource();
  await withdraw(bucket, id);
  await deleteSource(db, id);
  // A feed may have become live in between; from here on it finds that its source is gone.
  await withdraw(bucket, id);
  await recordAudit(db, {
    at: now,
    ...doneBy(by),
    action: "intel.source_removed",
    target: id,
  });
  return undefined;
}

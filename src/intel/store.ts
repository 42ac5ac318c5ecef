import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import { type AuditEntry, auditIfChanged } from "../access/audit.ts";
import { noSuch, type Refusal } from "../http/index.ts";
import { differs, selectOf, type Database } from "../platform/index.ts";
import { BUILT_IN } from "./sources/registry.ts";
import type { Source } from "./sources/source.ts";
import { intelSources } from "./tables.ts";

export type SourceRow = typeof intelSources.$inferSelect;

/** A source, with the changes of operators, and its row. */
export interface KnownSource {
  source: Source;
  isBuiltIn: boolean;
  row: SourceRow;
}

export const NOTHING_LIVE = {
  etag: null,
  lastModified: null,
  loadedAt: null,
  rows: 0,
  retained: 0,
  badLines: 0,
  firstBadLines: [],
  version: 0,
};

const NO_ROW: Omit<SourceRow, "id"> = {
  ...NOTHING_LIVE,
  definition: null,
  changes: {},
  refresh: false,
  checkedAt: 0,
  failedAt: null,
  lastError: null,
};

export async function listSources(db: Database): Promise<KnownSource[]> {
  const rows = await db.select().from(intelSources).orderBy(asc(intelSources.id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ids = [...new Set([...BUILT_IN.keys(), ...byId.keys()])].toSorted();
  return ids.flatMap((id) => known(id, byId.get(id)) ?? []);
}

export async function findSource(db: Database, id: string): Promise<KnownSource | undefined> {
  const [row] = await db.select().from(intelSources).where(eq(intelSources.id, id));
  return known(id, row);
}

function known(id: string, row: SourceRow | undefined): KnownSource | undefined {
  const builtIn = BUILT_IN.get(id);
  const base = builtIn ?? row?.definition ?? undefined;
  if (base === undefined) return undefined;
  const { address = null, ...about } = { ...base, ...row?.changes };
  return {
    source: { ...about, ...(address !== null && { address }) },
    isBuiltIn: builtIn !== undefined,
    row: row ?? { id, ...NO_ROW },
  };
}

/**
 * Writes some fields of a source's row. For a built-in source the row is inserted if it is missing; for
 * others a missing row means that the source was deleted.
 */
export async function putSource(
  db: Database,
  id: string,
  fields: Partial<SourceRow>,
): Promise<void> {
  await putStatement(db, id, fields, fields);
}

/**
 * Changes fields one by one in one statement, so that of two changes at the same time both count. If
 * they are equal, only the first is written.
 */
export async function patchSource(
  db: Database,
  id: string,
  { changes, ...fields }: Partial<SourceRow> & Pick<SourceRow, "changes">,
  audit: AuditEntry,
): Promise<void> {
  const patched = sql`json_patch(${intelSources.changes}, ${JSON.stringify(changes)})`;
  // A patch would take the field out, and the address of before the changes would count again.
  const merged = changes.address === null ? sql`json_set(${patched}, '$.address', null)` : patched;
  const { refresh } = fields;
  const set = { ...fields, changes: merged };
  const isOther = differs(intelSources, { refresh, changes: merged });
  const put = putStatement(db, id, { ...fields, changes }, set, isOther);
  await db.batch([put, auditIfChanged(db, audit)]);
}

type Written = { [K in keyof SourceRow]?: SourceRow[K] | SQL };

export function putStatement(
  db: Database,
  id: string,
  made: Partial<SourceRow>,
  set: Written,
  where?: SQL,
) {
  if (!BUILT_IN.has(id)) {
    return db
      .update(intelSources)
      .set(set)
      .where(and(eq(intelSources.id, id), where));
  }
  return db
    .insert(intelSources)
    .values({ ...NO_ROW, ...made, id })
    .onConflictDoUpdate({
      target: intelSources.id,
      set: { ...set, id },
      ...(where && { setWhere: where }),
    });
}

export async function needSource(db: Database, id: string): Promise<KnownSource | Refusal> {
  return (await findSource(db, id)) ?? noSuchSource();
}

export function noSuchSource(): Refusal {
  return noSuch("source");
}

/** False if the id is taken or there are too many sources; then nothing is written. */
export async function insertSource(
  db: Database,
  source: Source,
  refresh: boolean,
  most: number,
  audit: AuditEntry,
): Promise<boolean> {
  const row = { ...NO_ROW, id: source.id, definition: source, refresh };
  const hasRoom = sql`(select count(*) from ${intelSources}) < ${most}`;
  const insert = db
    .insert(intelSources)
    .select(sql`${selectOf(intelSources, row)} where ${hasRoom}`)
    .onConflictDoNothing()
    .returning({ id: intelSources.id });
  const [made] = await db.batch([insert, auditIfChanged(db, audit)]);
  return made.length === 1;
}

/** Whether a source is still the one that was read, and not a new one with the same id. */
export function isSameSource(one: KnownSource, now: KnownSource | undefined): boolean {
  return JSON.stringify(now?.row.definition) === JSON.stringify(one.row.definition);
}

/** Deletes a source's row, together with a line in the audit log. */
export async function deleteSource(db: Database, id: string, audit: AuditEntry): Promise<void> {
  const removal = db.delete(intelSources).where(eq(intelSources.id, id));
  await db.batch([removal, auditIfChanged(db, audit)]);
}

/** Sources that are fetched by themselves, whether due or not. */
export async function refreshedSources(db: Database): Promise<KnownSource[]> {
  const rows = await db.select().from(intelSources).where(eq(intelSources.refresh, true));
  return rows.flatMap((row) => known(row.id, row) ?? []);
}

/** Claims the next fetch of a source; false if somebody else has. */
export async function claimRefresh(db: Database, row: SourceRow, now: number): Promise<boolean> {
  const claimed = await db
    .update(intelSources)
    .set({ checkedAt: now })
    .where(and(eq(intelSources.id, row.id), eq(intelSources.checkedAt, row.checkedAt)))
    .returning({ id: intelSources.id });
  return claimed.length === 1;
}

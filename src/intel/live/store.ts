import { and, eq, gt, gte, like, lt, max, or, sql, type SQL } from "drizzle-orm";
import { auditStatementIf, type EntryOfChange } from "../../access/audit.ts";
import { among, type Database } from "../../platform/index.ts";
import type { Source } from "../sources/source.ts";
import { NOTHING_LIVE, putStatement, type SourceRow } from "../store.ts";
import { intelSources } from "../tables.ts";
import { DAMAGED, LOST } from "./is-damage.ts";

const NOTHING_WRONG = { failedAt: null, lastError: null };

interface Damage {
  source: string;
  version: number;
  message: string;
}

/** What is noted of a feed that has become live: figures to show, and tags for the next fetch. */
export type LiveFeed = Pick<
  SourceRow,
  "rows" | "retained" | "badLines" | "firstBadLines" | "version" | "etag" | "lastModified"
> & {
  loadedAt: number;
  /** Where fetching ends with it. */
  refresh?: false;
};

/** For the audit log; the counts of the feed are added to its detail. */
export type FeedTrace = Omit<EntryOfChange, "detail"> & { detail?: Record<string, unknown> };

export type FeedTags = Pick<LiveFeed, "etag" | "lastModified">;
/** For a new address, or a feed loaded by hand: old tags mean nothing there. */
export const NO_TAGS: FeedTags = { etag: null, lastModified: null };

/**
 * Notes what is live, unless something newer is. A feed that was loaded by hand leaves a line in the
 * audit log (`trace`), unless the source is gone or was made again.
 */
export async function putLive(
  db: Database,
  { id, definition }: SourceRow,
  live: LiveFeed,
  trace: FeedTrace | undefined,
): Promise<void> {
  const isSame = isStill(definition);
  const isNewer = lt(intelSources.version, live.version);
  const fields = { ...live, ...NOTHING_WRONG };
  const put = putStatement(db, id, fields, fields, and(isSame, isNewer));
  if (trace === undefined) return void (await put);
  const { rows, badLines, version } = live;
  const detail = { ...trace.detail, rows, badLines, version };
  const auditEntry = { ...trace, target: id, detail };
  const stands = sql`exists (select 1 from ${intelSources} where id = ${id} and ${isSame})`;
  await db.batch([put, auditStatementIf(db, auditEntry, stands)]);
}

/** Notes why a feed failed, unless the source was made again meanwhile. */
export async function putFailure(
  db: Database,
  { id, definition }: SourceRow,
  failure: { lastError: string; failedAt: number; checkedAt?: number },
): Promise<void> {
  await putStatement(db, id, failure, failure, isStill(definition));
}

/**
 * Notes that the publisher has nothing newer, unless the source has changed meanwhile. If the manifest
 * names another version (`isLive` is false), the tags are dropped, and the next fetch asks for the
 * whole feed.
 */
export async function putUnchanged(
  db: Database,
  row: SourceRow,
  { isLive, now }: { isLive: boolean; now: number },
): Promise<void> {
  const { id, definition, version, etag, lastModified } = row;
  const isSame = and(
    isStill(definition),
    eq(intelSources.version, version),
    sql`${intelSources.etag} is ${etag}`,
    sql`${intelSources.lastModified} is ${lastModified}`,
  );
  const fields = isLive ? { ...NOTHING_WRONG, loadedAt: now } : NO_TAGS;
  await putStatement(db, id, fields, fields, isSame);
}

function isStill(definition: Source | null): SQL {
  return sql`${intelSources.definition} is ${definition && JSON.stringify(definition)}`;
}

/** The highest version of a live source; 0 if none is live. */
export async function latestVersion(db: Database): Promise<number> {
  const [latest] = await db.select({ version: max(intelSources.version) }).from(intelSources);
  return latest?.version ?? 0;
}

function isOfVersion(id: string, version: number) {
  return and(eq(intelSources.id, id), eq(intelSources.version, version));
}

/** Notes that nothing is live, if this version is the one noted. */
export async function forgetLive(db: Database, id: string, version: number): Promise<void> {
  await db.update(intelSources).set(NOTHING_LIVE).where(isOfVersion(id, version));
}

/**
 * Notes that what is live cannot be read; the next fetch asks for the whole feed. The version may be
 * older than the one noted, if the manifest is an older copy.
 */
export async function noteDamage(
  db: Database,
  { source, version, message }: Damage,
  failedAt: number,
): Promise<void> {
  await db
    .update(intelSources)
    .set(shownAs(message, failedAt))
    .where(and(eq(intelSources.id, source), gte(intelSources.version, version)));
}

/** Clears the error of this damage. Its message names the file, so no other error is cleared. */
export async function clearDamage(db: Database, { source, message }: Damage) {
  await db
    .update(intelSources)
    .set(NOTHING_WRONG)
    .where(and(eq(intelSources.id, source), eq(intelSources.lastError, message)));
}

/** Notes for every live source that the manifest is lost; fetches then ask for the whole feed. */
export async function noteLoss(db: Database, failedAt: number): Promise<void> {
  await db.update(intelSources).set(shownAs(LOST, failedAt)).where(gt(intelSources.version, 0));
}

/** Clears these errors of sources that can be read again. Errors of publishers stay. */
export async function clearMarks(db: Database, ids: string[]): Promise<void> {
  const { id, lastError } = intelSources;
  await db
    .update(intelSources)
    .set(NOTHING_WRONG)
    .where(and(among(id, ids), or(eq(lastError, LOST), like(lastError, DAMAGED))));
}

/** Without tags, so that the next fetch asks for the whole feed. */
function shownAs(lastError: string, failedAt: number) {
  return { failedAt, lastError, ...NO_TAGS };
}

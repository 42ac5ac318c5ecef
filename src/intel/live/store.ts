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

/** What a feed that has become live left to be shown, and to ask its publisher by. */
export type LiveFeed = Pick<
  SourceRow,
  "rows" | "retained" | "badLines" | "firstBadLines" | "version" | "etag" | "lastModified"
> & { loadedAt: number };

export type FeedTags = Pick<LiveFeed, "etag" | "lastModified">;
/** What one address said of its feed means nothing at another, nor where the feed came by hand. */
export const NO_TAGS: FeedTags = { etag: null, lastModified: null };

/**
 * Writes down what is live, unless something newer is already; who loaded it by hand leaves his
 * trace with it, unless the source is gone or was made again as another.
 */
export async function putLive(
  db: Database,
  { id, definition }: SourceRow,
  live: LiveFeed,
  trace: EntryOfChange | undefined,
): Promise<void> {
  const isSame = isStill(definition);
  const isNewer = lt(intelSources.version, live.version);
  const fields = { ...live, failedAt: null, lastError: null };
  const put = putStatement(db, id, fields, fields, and(isSame, isNewer));
  if (trace === undefined) return void (await put);
  const { rows, badLines, version } = live;
  const told = { ...trace, target: id, detail: { rows, badLines, version } };
  const stands = sql`exists (select 1 from ${intelSources} where id = ${id} and ${isSame})`;
  await db.batch([put, auditStatementIf(db, told, stands)]);
}

/** Shows why a feed did not come, unless the source was made again as another meanwhile. */
export async function putFailure(
  db: Database,
  { id, definition }: SourceRow,
  failure: { lastError: string; failedAt: number; checkedAt?: number },
): Promise<void> {
  await putStatement(db, id, failure, failure, isStill(definition));
}

/**
 * Shows that what is live is as new as the publisher has it, unless it or where it comes from changed
 * meanwhile. Where an older copy of the manifest names something else, the next fetch asks for the
 * whole.
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

/** The highest version that a live source has; 0 where none is live. */
export async function latestVersion(db: Database): Promise<number> {
  const [latest] = await db.select({ version: max(intelSources.version) }).from(intelSources);
  return latest?.version ?? 0;
}

function isOfVersion(id: string, version: number) {
  return and(eq(intelSources.id, id), eq(intelSources.version, version));
}

/** Shows nothing as live where this version is what the source shows. */
export async function forgetLive(db: Database, id: string, version: number): Promise<void> {
  await db.update(intelSources).set(NOTHING_LIVE).where(isOfVersion(id, version));
}

/**
 * Shows that what is live cannot be read; its next fetch asks for the whole feed. An older copy of the
 * manifest names an older version than the one that is shown.
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

/** The message names the file, so it is of no other version. */
export async function clearDamage(db: Database, { source, message }: Damage) {
  await db
    .update(intelSources)
    .set(NOTHING_WRONG)
    .where(and(eq(intelSources.id, source), eq(intelSources.lastError, message)));
}

/** Shows of every live source that nobody knows its segment any more; fetches ask for the whole. */
export async function noteLoss(db: Database, failedAt: number): Promise<void> {
  await db.update(intelSources).set(shownAs(LOST, failedAt)).where(gt(intelSources.version, 0));
}

/** Clears marks of sources that can be read again; what a publisher did wrong stays. */
export async function clearMarks(db: Database, ids: string[]): Promise<void> {
  const { id, lastError } = intelSources;
  await db
    .update(intelSources)
    .set(NOTHING_WRONG)
    .where(and(among(id, ids), or(eq(lastError, LOST), like(lastError, DAMAGED))));
}

/** The next fetch knows nothing of what it had, so it asks for the whole. */
function shownAs(lastError: string, failedAt: number) {
  return { failedAt, lastError, etag: null, lastModified: null };
}

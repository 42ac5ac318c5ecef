import { and, eq, gt, like, or } from "drizzle-orm";
import { among, type Database } from "../../platform/index.ts";
import { isOfVersion } from "../store.ts";
import { intelSources } from "../tables.ts";

/** As `DamagedSource` says it. */
const DAMAGED = "The segment intel/segments/% is damaged: %";
const NOTHING_WRONG = { failedAt: null, lastError: null };

interface Damage {
  source: string;
  version: number;
  message: string;
}

/** Shows that what is live cannot be read; its next fetch asks for the whole feed. */
export async function noteDamage(
  db: Database,
  { source, version, message }: Damage,
  failedAt: number,
): Promise<void> {
  await db.update(intelSources).set(shownAs(message, failedAt)).where(isOfVersion(source, version));
}

export async function clearDamage(db: Database, { source, version, message }: Damage) {
  await db
    .update(intelSources)
    .set(NOTHING_WRONG)
    .where(and(isOfVersion(source, version), eq(intelSources.lastError, message)));
}

/** Shows of every live source that nobody knows its segment any more; fetches ask for the whole. */
export async function noteLoss(db: Database, message: string, failedAt: number): Promise<void> {
  await db.update(intelSources).set(shownAs(message, failedAt)).where(gt(intelSources.version, 0));
}

/** Of those that are known and read again; what a publisher did wrong stays. */
export async function clearMarks(db: Database, lost: string, ids: string[]): Promise<void> {
  const { id, lastError } = intelSources;
  await db
    .update(intelSources)
    .set(NOTHING_WRONG)
    .where(and(among(id, ids), or(eq(lastError, lost), like(lastError, DAMAGED))));
}

/** The next fetch knows nothing of what it had, so it asks for the whole. */
function shownAs(lastError: string, failedAt: number) {
  return { failedAt, lastError, etag: null, lastModified: null };
}

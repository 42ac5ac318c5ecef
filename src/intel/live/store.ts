import { and, eq, gt } from "drizzle-orm";
import { among, type Database } from "../../platform/index.ts";
import { isOfVersion } from "../store.ts";
import { intelSources } from "../tables.ts";

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

/** Of those that are known again. */
export async function clearLoss(db: Database, message: string, ids: string[]): Promise<void> {
  await db
    .update(intelSources)
    .set(NOTHING_WRONG)
    .where(and(among(intelSources.id, ids), eq(intelSources.lastError, message)));
}

/** The next fetch knows nothing of what it had, so it asks for the whole. */
function shownAs(lastError: string, failedAt: number) {
  return { failedAt, lastError, etag: null, lastModified: null };
}

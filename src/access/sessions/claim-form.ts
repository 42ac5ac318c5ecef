import { eq } from "drizzle-orm";
import { sha256, type Database } from "../../platform/index.ts";
import { claimOnce } from "../claim-once.ts";
import { sentForms } from "../tables.ts";

const REMEMBER_MS = 24 * 3_600_000;

/** False when a form of this name was sent within the last day. */
export function claimForm(db: Database, name: string, now: number): Promise<boolean> {
  return claimOnce(db, sentForms, name, { now, keptMs: REMEMBER_MS });
}

export async function releaseForm(db: Database, name: string): Promise<void> {
  await db.delete(sentForms).where(eq(sentForms.hash, sha256(name)));
}

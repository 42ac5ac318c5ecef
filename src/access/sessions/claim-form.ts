import { eq } from "drizzle-orm";
import { DAY_MS, sha256, type Database } from "../../platform/index.ts";
import { claimOnce } from "../claim-once.ts";
import { sentForms } from "../tables.ts";

const REMEMBER_MS = DAY_MS;

/** Claims a form. Gives false if a form of this name was sent within the last day. */
export function claimForm(db: Database, name: string, now: number): Promise<boolean> {
  return claimOnce(db, sentForms, name, { now, keptMs: REMEMBER_MS });
}

/** Notes that what the form asked for is done. The claim alone does not say so. */
export async function endForm(db: Database, name: string, now: number): Promise<void> {
  await db.update(sentForms).set({ doneAt: now }).where(isNamed(name));
}

export async function isFormDone(db: Database, name: string): Promise<boolean> {
  const [row] = await db.select().from(sentForms).where(isNamed(name));
  return row !== undefined && row.doneAt !== null;
}

export async function releaseForm(db: Database, name: string): Promise<void> {
  await db.delete(sentForms).where(isNamed(name));
}

function isNamed(name: string) {
  return eq(sentForms.hash, sha256(name));
}

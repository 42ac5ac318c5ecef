import { eq, sql } from "drizzle-orm";
import { sha256, type Database } from "../../platform/index.ts";
import { sentForms } from "../tables.ts";

const REMEMBER_MS = 24 * 3_600_000;
/** Forgotten with each form: a flood of them at once would take longer than D1 lets a statement. */
const MOST_FORGOTTEN = 1_000;

/** False when a form of this name was sent within the last day. */
export async function claimForm(db: Database, name: string, now: number): Promise<boolean> {
  const [, made] = await db.batch([
    db.delete(sentForms).where(sql`rowid in (select rowid from ${sentForms}
      where ${sentForms.at} < ${now - REMEMBER_MS} limit ${MOST_FORGOTTEN})`),
    db
      .insert(sentForms)
      .values({ hash: sha256(name), at: now })
      .onConflictDoNothing()
      .returning({ hash: sentForms.hash }),
  ]);
  return made.length === 1;
}

export async function releaseForm(db: Database, name: string): Promise<void> {
  await db.delete(sentForms).where(eq(sentForms.hash, sha256(name)));
}

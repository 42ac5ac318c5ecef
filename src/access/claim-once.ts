import { sql } from "drizzle-orm";
import { someOf, sha256, type Database } from "../platform/index.ts";
import type { sentForms, spentChallenges } from "./tables.ts";

/**
 * The most old claims that one claim deletes: many more at once would take longer than D1 lets a
 * statement run.
 */
const MOST_FORGOTTEN = 1_000;

/** Claims the text. Gives false if it was claimed before, as far back as claims are kept. */
export async function claimOnce(
  db: Database,
  table: typeof sentForms | typeof spentChallenges,
  text: string,
  { now, keptMs }: { now: number; keptMs: number },
): Promise<boolean> {
  const isOver = sql`${table.at} < ${now - keptMs}`;
  const [, made] = await db.batch([
    db.delete(table).where(someOf(table, isOver, MOST_FORGOTTEN)),
    db
      .insert(table)
      .values({ hash: sha256(text), at: now })
      .onConflictDoNothing()
      .returning({ hash: table.hash }),
  ]);
  return made.length === 1;
}

import type { Database } from "./database.ts";

export type Statement = Parameters<Database["batch"]>[0][number];

/** Runs statements as one transaction, however many there are. */
export async function runTogether(db: Database, statements: Statement[]): Promise<void> {
  const [first, ...rest] = statements;
  if (first !== undefined) await db.batch([first, ...rest]);
}

import type { Database } from "./database.ts";

export type Statement = Parameters<Database["batch"]>[0][number];

/** One transaction of as many statements as there are. */
export async function runTogether(db: Database, statements: Statement[]): Promise<void> {
  const [first, ...rest] = statements;
  if (first !== undefined) await db.batch([first, ...rest]);
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "./failure.ts";

/** The table of `wrangler d1 migrations apply`, so that wrangler and this may be used in turn. */
const BOOKKEEPING = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

export class FailedMigration extends Error {
  readonly migration: string;

  constructor(migration: string, cause: unknown) {
    super(messageOf(cause).split("\n")[0], { cause });
    this.migration = migration;
  }
}

/**
 * Applies the migrations that the database does not have yet, each wholly or not at all. First all are
 * applied in one batch; if that fails, which leaves none applied, they are applied one by one as far as
 * they go.
 */
export async function migrate(db: D1Database, directory: string): Promise<string[]> {
  const files = readdirSync(directory).filter((name) => name.endsWith(".sql"));
  await attempt("d1_migrations", () => db.prepare(BOOKKEEPING).run());
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const missing = files.filter((name) => !applied.has(name)).sort();
  const steps = missing.map((name) => {
    const sql = readFileSync(join(directory, name), "utf8");
    const note = db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
    return { name, statements: [db.prepare(sql), note] };
  });
  try {
    if (steps.length > 0) await db.batch(steps.flatMap(({ statements }) => statements));
  } catch {
    for (const { name, statements } of steps) await attempt(name, () => db.batch(statements));
  }
  return missing;
}

async function attempt(name: string, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    throw new FailedMigration(name, error);
  }
}

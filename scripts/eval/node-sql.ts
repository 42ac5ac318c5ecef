import { DatabaseSync } from "node:sqlite";
import type { Sql, SqlValue } from "../../src/ai/knowledge/sql.ts";

/** Gives the SQL of a Durable Object, over Node's own SQLite. */
export function nodeSql(): Sql {
  const db = new DatabaseSync(":memory:");
  const prepared = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  return {
    all: <T>(query: string, ...values: SqlValue[]) => {
      const statement = prepared.get(query) ?? db.prepare(query);
      prepared.set(query, statement);
      return statement.all(...values) as T[];
    },
    atomically: (work) => {
      db.exec("BEGIN");
      try {
        const made = work();
        db.exec("COMMIT");
        return made;
      } catch (error) {
        db.exec("ROLLBACK");
        throw error;
      }
    },
  };
}

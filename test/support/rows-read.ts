import { env } from "cloudflare:workers";
import { database, type Database } from "../../src/platform/index.ts";

/** An object's storage that counts the rows that are read and written through it. */
export function countingSql(sql: SqlStorage) {
  const cursors: SqlStorageCursor<never>[] = [];
  const ask = sql.exec.bind(sql);
  const exec = (query: string, ...values: SqlStorageValue[]) => {
    const cursor = ask<never>(query, ...values);
    cursors.push(cursor);
    return cursor;
  };
  /** Counts rows since the last call; a cursor counts the rows taken from it. */
  const since = (rows: "rowsRead" | "rowsWritten") =>
    cursors.splice(0).reduce((sum, cursor) => sum + cursor[rows], 0);
  return {
    sql: { exec } as unknown as SqlStorage,
    readSince: () => since("rowsRead"),
    writtenSince: () => since("rowsWritten"),
  };
}

/**
 * Returns how many rows D1 reads for these queries. Only for reads, because each query is run twice.
 */
export async function rowsRead(ask: (db: Database) => Promise<unknown>): Promise<number> {
  let read = 0;
  const bare = new WeakMap<object, D1PreparedStatement>();
  const watched = (statement: D1PreparedStatement): D1PreparedStatement => {
    const all = async () => {
      const result = await statement.all();
      read += result.meta.rows_read;
      return result;
    };
    const raw = async () => {
      await all();
      return statement.raw();
    };
    const bind = (...values: unknown[]) => watched(statement.bind(...values));
    const made = { all, raw, bind, run: all } as unknown as D1PreparedStatement;
    bare.set(made, statement);
    return made;
  };
  const batch = async (statements: D1PreparedStatement[]) => {
    const results = await env.DB.batch(statements.map((each) => bare.get(each) ?? each));
    for (const { meta } of results) read += meta.rows_read;
    return results;
  };
  const prepare = (query: string) => watched(env.DB.prepare(query));
  await ask(database({ ...env, DB: { prepare, batch } as unknown as D1Database }));
  return read;
}

import type { Miniflare } from "miniflare";

/** The host by which the worker below is called; nothing else in its runtime has this name. */
const HOST = "database.invalid";

const SCRIPT = `export default {
  async fetch(request, { DB }) {
    const { how, args, statements } = await request.json();
    const [first, ...rest] = statements.map(({ sql, values }) => DB.prepare(sql).bind(...values));
    try {
      const given = how === "batch" ? DB.batch([first, ...rest]) : first[how](...args);
      return Response.json({ given: await given });
    } catch (error) {
      return Response.json({ failure: error.message });
    }
  },
};`;

/** Describes a worker that passes queries to the database DB. It runs alone or beside the product. */
export function databaseWorker<T>(d1Databases: T) {
  const routes = [`${HOST}/*`];
  return { name: "database", modules: true as const, script: SCRIPT, routes, d1Databases };
}

/**
 * Gives the database through that worker. Miniflare's own D1Database makes a call of every method, even
 * of `prepare`, and waits for a thread in which it loads its network code anew.
 */
export function databaseOf(runtime: Miniflare): D1Database {
  const ask = async (
    how: string,
    statements: readonly unknown[],
    args: readonly unknown[] = [],
  ) => {
    const body = JSON.stringify({ how, args, statements });
    const answer = await runtime.dispatchFetch(`http://${HOST}/`, { method: "POST", body });
    const { given, failure } = (await answer.json()) as { given?: unknown; failure?: string };
    if (failure !== undefined) throw new Error(failure);
    return given;
  };
  const prepare = (sql: string, values: readonly unknown[] = []): object => {
    const how = (name: string) => [
      name,
      (...args: unknown[]) => ask(name, [{ sql, values }], args),
    ];
    return {
      sql,
      values,
      bind: (...bound: unknown[]) => prepare(sql, bound),
      ...(Object.fromEntries(["all", "first", "raw", "run"].map(how)) as object),
    };
  };
  const batch = (statements: readonly unknown[]) => ask("batch", statements);
  return { prepare, batch } as unknown as D1Database;
}

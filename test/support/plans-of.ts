import { env } from "cloudflare:workers";
import { database, type Database } from "../../src/platform/index.ts";

/** Returns D1's query plan for each statement of these queries, in their order. */
export async function plansOf(ask: (db: Database) => Promise<unknown>): Promise<string[][]> {
  const asked: { query: string; values: unknown[] }[] = [];
  const DB = new Proxy(env.DB, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== "prepare")
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      return (query: string) => {
        const statement = target.prepare(query);
        return {
          bind: (...values: unknown[]) => {
            asked.push({ query, values });
            return statement.bind(...values);
          },
        };
      };
    },
  });
  await ask(database({ ...env, DB }));
  return Promise.all(
    asked.map(async ({ query, values }) => {
      const explain = env.DB.prepare(`explain query plan ${query}`).bind(...values);
      return (await explain.all<{ detail: string }>()).results.map(({ detail }) => detail);
    }),
  );
}

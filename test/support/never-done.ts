import { env } from "cloudflare:workers";

/** As D1 counts them: each statement of a batch is one. */
export interface Asked {
  statements: number;
}

/**
 * The test's D1 as it is where there is more to delete than any turn can: each deletion that has a
 * limit takes as many rows as it may, and nothing is written.
 */
export function neverDone(size = 0): { DB: D1Database; asked: Asked } {
  const asked = { statements: 0 };
  const wrapped = (query: string, values: unknown[], statement: D1PreparedStatement) => {
    const most = Number(values.at(-1));
    const isDeletion = /^\s*delete/i.test(query) && Number.isInteger(most) && most > 0;
    const meta = { changes: isDeletion ? most : 0, size_after: size };
    const counted =
      (run: () => Promise<unknown>) =>
      async (...given: unknown[]) => {
        asked.statements += 1;
        if (isDeletion || query === "select 1") return { success: true, results: [], meta };
        return Reflect.apply(run, statement, given);
      };
    return {
      bind: (...bound: unknown[]) => wrapped(query, bound, statement.bind(...bound)),
      run: counted(async () => statement.run()),
      all: counted(async () => statement.all()),
      raw: async () => {
        asked.statements += 1;
        // What a deletion gives back of the rows that went: their ids.
        return isDeletion ? Array.from({ length: most }, () => ["id"]) : statement.raw();
      },
      original: statement,
    };
  };
  const DB = {
    prepare: (query: string) => wrapped(query, [], env.DB.prepare(query)),
    batch: async (statements: { original: D1PreparedStatement }[]) => {
      asked.statements += statements.length;
      return env.DB.batch(statements.map(({ original }) => original));
    },
  };
  return { DB: DB as unknown as D1Database, asked };
}

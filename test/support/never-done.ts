import { env } from "cloudflare:workers";

/** Statements as D1 counts them: each one of a batch counts. */
export interface Asked {
  statements: number;
}

/**
 * The test's D1 with more to delete than one run can: each deletion with a limit reports as many rows
 * as it may delete, and nothing is written.
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
        // A deletion returns the ids of the deleted rows.
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

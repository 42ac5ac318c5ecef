export type SqlValue = string | number | null;

/** The SQLite of a Durable Object, or of an evaluation that runs the same rules elsewhere. */
export interface Sql {
  all: <T>(query: string, ...values: SqlValue[]) => T[];
  /** Does all of the work, or nothing if it throws. */
  atomically: <T>(work: () => T) => T;
  /** No mistyped word is put right by these tables, so they keep no list of words. */
  wordless?: true;
}

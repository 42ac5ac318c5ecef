import { sql, type SQL } from "drizzle-orm";

/** SQLite's `lower` knows only ASCII; these letters occur in names of other languages. */
const OTHER_CAPITALS = "ÁÉÍÓÚÜÑÇÀÈÌÒÙÂÊÔÃÕÄÖ";

/**
 * Whether a text contains these words, in capitals or not. Only capitals that the words have are
 * replaced, because each one costs a pass over every text that is searched.
 */
export function mentions(text: SQL, words: string): SQL {
  const small = words.toLowerCase();
  const capitals = Array.from(OTHER_CAPITALS).filter((each) => small.includes(each.toLowerCase()));
  return sql`instr(${inSmall(text, capitals)}, ${inSmall(sql`${words}`, capitals)}) > 0`;
}

function inSmall(text: SQL, capitals: readonly string[]): SQL {
  let small = sql`lower(${text})`;
  for (const capital of capitals) {
    // Written into the statement, because D1 takes a hundred parameters at most.
    const pair = sql.raw(`'${capital}', '${capital.toLowerCase()}'`);
    small = sql`replace(${small}, ${pair})`;
  }
  return small;
}

import { sql, type SQL } from "drizzle-orm";

/** SQLite lowers only ASCII letters, and names here are in Spanish too. */
const OTHER_CAPITALS = "ÁÉÍÓÚÜÑÇÀÈÌÒÙÂÊÔÃÕÄÖ";

/**
 * Whether a text contains these words, without regard to case. Letters that the words lack stay as
 * they are: each that is lowered is looked for in every text that is searched.
 */
export function mentions(text: SQL, words: string): SQL {
  const small = words.toLowerCase();
  const capitals = Array.from(OTHER_CAPITALS).filter((each) => small.includes(each.toLowerCase()));
  return sql`instr(${inSmall(text, capitals)}, ${inSmall(sql`${words}`, capitals)}) > 0`;
}

function inSmall(text: SQL, capitals: readonly string[]): SQL {
  let small = sql`lower(${text})`;
  for (const capital of capitals) {
    // In the statement itself: D1 takes a hundred parameters.
    const pair = sql.raw(`'${capital}', '${capital.toLowerCase()}'`);
    small = sql`replace(${small}, ${pair})`;
  }
  return small;
}

import { sql, type SQL } from "drizzle-orm";

/** SQLite lowers only ASCII letters, and names here are in Spanish too. */
const OTHER_CAPITALS = "ÁÉÍÓÚÜÑÇÀÈÌÒÙÂÊÔÃÕÄÖ";

/** Whether a text contains these words, without regard to case. */
export function mentions(text: SQL, words: string): SQL {
  return sql`instr(${inSmall(text)}, ${inSmall(sql`${words}`)}) > 0`;
}

function inSmall(text: SQL): SQL {
  let small = sql`lower(${text})`;
  for (const capital of OTHER_CAPITALS) {
    // In the statement itself: D1 takes a hundred parameters.
    const pair = sql.raw(`'${capital}', '${capital.toLowerCase()}'`);
    small = sql`replace(${small}, ${pair})`;
  }
  return small;
}

import { sql, type SQL } from "drizzle-orm";

/** SQLite's `lower` knows only ASCII; these letters occur in names of other languages. */
const OTHER_CAPITALS = "ÁÉÍÓÚÜÑÇÀÈÌÒÙÂÊÔÃÕÄÖ";

/** Whether a text contains these words, in capitals or not. */
export function mentions(text: SQL, words: string): SQL {
  const [before, after] = inSmall(words).map((part) => sql.raw(part));
  return sql`instr(${before}${text}${after}, ${before}${words}${after}) > 0`;
}

/** The same condition as text, for the storage of an object; the words are its one value. */
export function mentionsIn(text: string, words: string): string {
  const [before, after] = inSmall(words);
  return `instr(${before}${text}${after}, ${before}?${after}) > 0`;
}

/**
 * What goes around a text that is searched. Only capitals that the words have are replaced, because
 * each one costs a pass over every text.
 */
function inSmall(words: string): readonly [before: string, after: string] {
  const small = words.toLowerCase();
  const capitals = Array.from(OTHER_CAPITALS).filter((each) => small.includes(each.toLowerCase()));
  // Written into the statement, because D1 takes a hundred parameters at most.
  const pairs = capitals.map((each) => `, '${each}', '${each.toLowerCase()}')`);
  return [`${"replace(".repeat(capitals.length)}lower(`, `)${pairs.join("")}`];
}

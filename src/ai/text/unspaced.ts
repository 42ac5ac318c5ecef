/** Of writing that puts no blanks between words, or lets endings cling to them, as Korean does. */
const LETTERS =
  "\\p{sc=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}";
const UNSPACED = new RegExp(`[${LETTERS}]`, "u");
/** What a word of several kinds of writing falls into. Marks go with the letter before them. */
export const UNSPACED_RUN = new RegExp(`(?:[${LETTERS}]\\p{M}*)+|[^${LETTERS}]+`, "gu");
/** A letter with its marks; Korean ones may be sent in parts. */
const LETTER =
  /[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|[\p{L}\p{N}][\p{M}\uff9e\uff9f]*|\p{M}+/gu;
const MARKS = /\p{M}+/gu;

export function hasUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

interface Pair {
  word: string;
  start: number;
  end: number;
}

/**
 * Any two letters that are neighbours: a dictionary would find words, but other ones in another
 * version of the runtime or beside other letters. A letter alone stands for itself.
 */
export function pairsIn(run: string, from: number): Pair[] {
  const pairs: Pair[] = [];
  let before: Pair | undefined;
  for (const { 0: found, index } of run.matchAll(LETTER)) {
    const word = found.normalize("NFKC").replace(MARKS, "").toLowerCase();
    if (word === "") continue;
    const here = { word, start: from + index, end: from + index + found.length };
    if (before !== undefined) {
      pairs.push({ word: before.word + word, start: before.start, end: here.end });
    }
    before = here;
  }
  return pairs.length === 0 && before !== undefined ? [before] : pairs;
}

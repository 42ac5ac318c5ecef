/**
 * Letters of writing that puts no blanks between words, or whose endings cling to them, as in Korean.
 */
const LETTERS =
  "\\p{sc=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}";
const UNSPACED = new RegExp(`[${LETTERS}]`, "u");
/** Splits a word of several kinds of writing into its runs. Marks belong to the letter before them. */
export const UNSPACED_RUN = new RegExp(`(?:[${LETTERS}]\\p{M}*)+|[^${LETTERS}]+`, "gu");
/** A letter with its marks. A Korean letter may be sent in parts. */
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
 * All pairs of neighbouring letters. A dictionary would give words, but different ones in another
 * version of the runtime or beside other letters. A single letter stands for itself.
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

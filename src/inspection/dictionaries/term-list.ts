import { fold } from "../model/fold.ts";
import { UNBROKEN } from "../reading/unbroken.ts";

/**
 * One word. In scripts without blanks between words each letter counts as a word, so that terms are
 * found anywhere.
 */
const WORDS = new RegExp(`[\\p{L}&&${UNBROKEN}]|[[\\p{L}\\p{N}]--${UNBROKEN}]+`, "gv");

/** The words of a text in lower case, with look-alikes and accents resolved. */
export function wordsOf(text: string): string[] {
  return fold(text).toLowerCase().match(WORDS) ?? [];
}

/**
 * Joins words with a blank behind each, so that a text begins with another one only if it begins with
 * all its words.
 */
export function joinWords(words: readonly string[]): string {
  return words.map((word) => `${word} `).join("");
}

/**
 * Terms of one or more words, sorted, under their first word. A tree of words would take a hundred
 * times as much memory.
 */
export class TermList {
  private readonly byFirst = new Map<string, string[]>();

  constructor(terms: readonly string[]) {
    for (const term of terms.map((each) => joinWords(wordsOf(each))).toSorted()) {
      const first = term.slice(0, term.indexOf(" "));
      const known = this.byFirst.get(first);
      if (known === undefined) this.byFirst.set(first, [term]);
      // A term that begins with another one is left out: wherever it is, the shorter one is too.
      else if (!term.startsWith(known.at(-1) ?? term)) known.push(term);
    }
  }

  isIn(words: readonly string[], joined: string): boolean {
    let start = 0;
    return words.some((word) => {
      const from = start;
      start += word.length + 1;
      const terms = this.byFirst.get(word);
      return terms !== undefined && beginsWithOne(joined.slice(from), terms);
    });
  }
}

/**
 * Whether a text begins with one of the sorted terms. No term begins with another, so only the last one
 * that does not come after the text can be its beginning.
 */
function beginsWithOne(text: string, terms: readonly string[]): boolean {
  let [low, high] = [0, terms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((terms[middle] ?? "") <= text) low = middle + 1;
    else high = middle;
  }
  return text.startsWith(terms[low - 1] ?? " ");
}

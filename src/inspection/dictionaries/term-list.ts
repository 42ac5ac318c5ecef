import { fold } from "../model/fold.ts";
import { UNBROKEN } from "../reading/unbroken.ts";

/** Without blanks between words each letter counts as one, so that terms are found within. */
const WORDS = new RegExp(`[\\p{L}&&${UNBROKEN}]|[[\\p{L}\\p{N}]--${UNBROKEN}]+`, "gv");

/** Words of a text in plain small letters, look-alikes and accents undone. */
export function wordsOf(text: string): string[] {
  return fold(text).toLowerCase().match(WORDS) ?? [];
}

/** The words one after the other, each with a blank behind it: what begins so, begins with these words. */
export function saidAs(words: readonly string[]): string {
  return words.map((word) => `${word} `).join("");
}

/**
 * Terms of one or more words, by their first and in order. Not a tree of words: a branch for each takes
 * a hundred times as much as its word.
 */
export class TermList {
  private readonly byFirst = new Map<string, string[]>();

  constructor(terms: readonly string[]) {
    for (const term of terms.map((each) => saidAs(wordsOf(each))).toSorted()) {
      const first = term.slice(0, term.indexOf(" "));
      const known = this.byFirst.get(first);
      if (known === undefined) this.byFirst.set(first, [term]);
      // What begins with another term is found with that.
      else if (!term.startsWith(known.at(-1) ?? term)) known.push(term);
    }
  }

  isIn(words: readonly string[], said: string): boolean {
    let start = 0;
    return words.some((word) => {
      const from = start;
      start += word.length + 1;
      const terms = this.byFirst.get(word);
      return terms !== undefined && beginsWithOne(said.slice(from), terms);
    });
  }
}

/** As none begins with another, it is the last of them that does not come after the text, or none. */
function beginsWithOne(text: string, terms: readonly string[]): boolean {
  let [low, high] = [0, terms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((terms[middle] ?? "") <= text) low = middle + 1;
    else high = middle;
  }
  return text.startsWith(terms[low - 1] ?? " ");
}

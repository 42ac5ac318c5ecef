import { fold } from "../model/fold.ts";
import { UNBROKEN } from "../reading/unbroken.ts";

/** Without blanks between words each letter counts as one, so that terms are found within. */
const WORDS = new RegExp(`[\\p{L}&&${UNBROKEN}]|[[\\p{L}\\p{N}]--${UNBROKEN}]+`, "gv");

/** Words of a text in plain small letters, look-alikes and accents undone. */
export function wordsOf(text: string): string[] {
  return fold(text).toLowerCase().match(WORDS) ?? [];
}

interface Branch {
  /** Absent where no term goes on: an empty map takes more memory than the rest of a term. */
  next?: Map<string, Branch>;
  /** Whether a term ends here. */
  isTerm: boolean;
}

/** Terms of one or more words, found in one walk over a text's words, however many terms there are. */
export class TermTree {
  private readonly root: Branch = { isTerm: false };

  add(term: string): void {
    let branch = this.root;
    for (const word of wordsOf(term)) {
      branch.next ??= new Map();
      let next = branch.next.get(word);
      if (next === undefined) branch.next.set(word, (next = { isTerm: false }));
      branch = next;
    }
    branch.isTerm = true;
  }

  isIn(words: readonly string[]): boolean {
    for (let start = 0; start < words.length; start += 1) {
      let branch: Branch | undefined = this.root;
      for (let at = start; at < words.length; at += 1) {
        branch = branch.next?.get(words[at] ?? "");
        if (branch === undefined) break;
        if (branch.isTerm) return true;
      }
    }
    return false;
  }
}

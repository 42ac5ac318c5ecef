import { SentenceStarts } from "./sentence-starts.ts";

/** Citation marks after the end of a sentence belong to that sentence. */
const MARKS_AT_END = /(?:\s{0,2}\[[\d ,;–-]{1,20}\]){1,9}\s{0,2}$/;
const LOOKED_BACK = 200;
const LETTER = /\p{L}/u;
/** Added to the text to find out whether its last sentence has ended. */
const NEXT = " A";

/** The text up to the end of its last whole sentence. A number alone, as in a list, is no sentence. */
export function wholeSentences(text: string): string {
  const tail = text.slice(-LOOKED_BACK);
  const bare = text.slice(0, text.length - (MARKS_AT_END.exec(tail)?.[0].length ?? 0));
  const starts = [0, ...new SentenceStarts().add(bare + NEXT)];
  const last = starts.at(-1) ?? 0;
  if (last <= bare.length) return text.slice(0, last);
  const before = starts.at(-2) ?? 0;
  return LETTER.test(bare.slice(before)) ? text : text.slice(0, before);
}

/** Characters that people cannot see but programs read, in which instructions can hide. */
const UNSEEN = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{DI}]/gu;
/** Terminal sequences: a control character, a bracket, numbers, a letter. */
const ANSI = /(?![\n\r\t])\p{Cc}\[[0-?]*[ -/]*[@-~]/gu;
const COMMENT = /<!--[\s\S]*?-->/g;
const COMMENT_END = "-->";

export interface Cleaned {
  text: string;
  /** How many characters were removed. */
  removed: number;
}

/** The text as a reader would see it, with one kind of line end. */
export function cleanText(raw: string): Cleaned {
  const shown = withoutComments(raw.replace(ANSI, "").replace(UNSEEN, ""));
  return { text: shown.replace(/\r\n?/g, "\n").trim(), removed: raw.length - shown.length };
}

/**
 * Removes comments. One that never ends is kept as text. The text after the last end is not searched,
 * or each comment begun there would cost a search to the end.
 */
function withoutComments(text: string): string {
  const end = text.lastIndexOf(COMMENT_END) + COMMENT_END.length;
  if (end < COMMENT_END.length) return text;
  return text.slice(0, end).replace(COMMENT, "") + text.slice(end);
}

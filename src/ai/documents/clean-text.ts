/** Marks that people cannot see but programs read: where instructions hide. */
const UNSEEN = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{DI}]/gu;
/** Terminal sequences: a control character, a bracket, numbers, a letter. */
const ANSI = /(?![\n\r\t])\p{Cc}\[[0-?]*[ -/]*[@-~]/gu;
const COMMENT = /<!--[\s\S]*?-->/g;
const COMMENT_END = "-->";

export interface Cleaned {
  text: string;
  /** Characters that were taken out. */
  removed: number;
}

/** What a reader would see of the text; lines end in one way. */
export function cleanText(raw: string): Cleaned {
  const shown = withoutComments(raw.replace(ANSI, "").replace(UNSEEN, ""));
  return { text: shown.replace(/\r\n?/g, "\n").trim(), removed: raw.length - shown.length };
}

/**
 * A comment that never ends stays as text. Behind the last end none is searched for, or each begun
 * one would cost a search to the end.
 */
function withoutComments(text: string): string {
  const end = text.lastIndexOf(COMMENT_END) + COMMENT_END.length;
  if (end < COMMENT_END.length) return text;
  return text.slice(0, end).replace(COMMENT, "") + text.slice(end);
}

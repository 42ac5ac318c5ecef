/** Marks that people cannot see but programs read: where instructions hide. */
const UNSEEN = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{DI}]/gu;
/** Terminal sequences: a control character, a bracket, numbers, a letter. */
const ANSI = /(?![\n\r\t])\p{Cc}\[[0-?]*[ -/]*[@-~]/gu;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

export interface Cleaned {
  text: string;
  /** Characters that were taken out. */
  removed: number;
}

/** What a reader would see of the text; lines end in one way. */
export function cleanText(raw: string): Cleaned {
  const shown = raw.replace(ANSI, "").replace(UNSEEN, "").replace(COMMENT, "");
  return { text: shown.replace(/\r\n?/g, "\n").trim(), removed: raw.length - shown.length };
}

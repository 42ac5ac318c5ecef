const LETTER = /[\p{L}\p{N}]/gu;

/** Letters and digits of any writing. */
export function countLetters(text: string): number {
  return text.match(LETTER)?.length ?? 0;
}

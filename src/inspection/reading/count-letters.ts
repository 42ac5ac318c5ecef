const LETTER = /[\p{L}\p{N}]/gu;

/** Counts letters and digits of any script. */
export function countLetters(text: string): number {
  return text.match(LETTER)?.length ?? 0;
}

/**
 * Added for each text, because roles and marks cost a few tokens. Beside these, a tokeniser over bytes
 * makes no more tokens than there are bytes.
 */
const MARKS_PER_TEXT = 16;
const CHARACTERS_PER_TOKEN = 4;

/** The most tokens that these texts can be. */
export function mostTokens(texts: readonly string[]): number {
  const encoder = new TextEncoder();
  return texts.reduce((sum, text) => sum + encoder.encode(text).byteLength + MARKS_PER_TEXT, 0);
}

/** An estimate, for a provider that does not say how many it counted. */
export function guessTokens(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.ceil(text.length / CHARACTERS_PER_TOKEN), 0);
}

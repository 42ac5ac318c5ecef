/**
 * A place at which the text can be cut: the one before if `at` is between the two halves of a
 * character.
 */
export function wholeCut(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  return at < text.length && before >= 0xd8_00 && before < 0xdc_00 ? at - 1 : at;
}

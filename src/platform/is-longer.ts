/**
 * Whether a text has more characters than that. A character is a code point, of one or two units,
 * so that hardly any text has to be gone through.
 */
export function isLonger(text: string, most: number): boolean {
  if (text.length <= most || text.length > 2 * most) return text.length > most;
  return Array.from(text).length > most;
}

/**
 * Whether a text has more than `most` characters (code points). A character has one or two UTF-16
 * units, so most texts are decided by their length, without counting.
 */
export function isLonger(text: string, most: number): boolean {
  if (text.length <= most || text.length > 2 * most) return text.length > most;
  return Array.from(text).length > most;
}

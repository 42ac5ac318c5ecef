/**
 * Whether a text has more characters (code points) than that. Each has one or two units, so only
 * texts of about that length have to be counted.
 */
export function isLonger(text: string, most: number): boolean {
  if (text.length <= most || text.length > 2 * most) return text.length > most;
  return Array.from(text).length > most;
}

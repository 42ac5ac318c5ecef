/** Checked before Date.parse, which reads a date out of nearly any text. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * The seconds that a Retry-After asks for, given as a number or a date; not above 0 if it asks for
 * none.
 */
export function secondsAsked({ headers }: Response, now: number): number {
  const text = headers.get("retry-after") ?? "";
  return HTTP_DATE.test(text) ? (Date.parse(text) - now) / 1000 : Number(text);
}

/** Date.parse finds a date in nearly any text, so only what begins with a weekday is given to it. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/** What a Retry-After asks for, in seconds or as a date of HTTP; above 0 where it asks for anything. */
export function secondsAsked({ headers }: Response, now: number): number {
  const text = headers.get("retry-after") ?? "";
  return HTTP_DATE.test(text) ? (Date.parse(text) - now) / 1000 : Number(text);
}

/** `datetime-local` knows no zone, and leaves the seconds out where they are zero. */
export function utcOf(text: string): string {
  return /T\d\d:\d\d$/.test(text) ? `${text}:00Z` : `${text}Z`;
}

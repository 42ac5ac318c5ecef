/** What fits on two lines of a phone. */
const MAX_SHOWN = 60;
const END = 16;

/** The address itself, where it is told in short. */
export function longUrl(url: string): string | undefined {
  return url.length > MAX_SHOWN ? url : undefined;
}

/** A very long address by what tells it from others: its host and its end. */
export function shortUrl(url: string): string {
  if (longUrl(url) === undefined) return url;
  const { protocol, host } = new URL(url);
  const begin = `${protocol}//${host}`.slice(0, MAX_SHOWN - END);
  return `${begin}/…${url.slice(-END)}`;
}

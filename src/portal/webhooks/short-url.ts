/** Fits on two lines of a phone. */
const MAX_SHOWN = 60;
const END = 16;

/** The whole address, if it is shown shortened. */
export function longUrl(url: string): string | undefined {
  return url.length > MAX_SHOWN ? url : undefined;
}

/** A very long address, shortened to its host and its end, which tell it from others. */
export function shortUrl(url: string): string {
  if (longUrl(url) === undefined) return url;
  const { protocol, host } = new URL(url);
  const begin = `${protocol}//${host}`.slice(0, MAX_SHOWN - END);
  return `${begin}/…${url.slice(-END)}`;
}

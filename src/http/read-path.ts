import { getPath } from "hono/utils/url";

const HASH = 35;
const PERCENT = 37;
const QUESTION = 63;
/** Behind the colon of the shortest address stand two slashes and a letter. */
const TO_PATH = 4;
const COLON = /%3a/gi;

/**
 * The path as Hono reads it, but that a colon in a route's name may also come as `%3A`, which many
 * clients make of it. Where no `%` stands this is all that Hono does, and no more.
 */
export function readPath({ url }: Pick<Request, "url">): string {
  const start = url.indexOf("/", url.indexOf(":") + TO_PATH);
  for (let at = start; at < url.length; at += 1) {
    const code = url.charCodeAt(at);
    if (code === PERCENT) return getPath({ url: url.replaceAll(COLON, ":") } as Request);
    if (code === QUESTION || code === HASH) return url.slice(start, at);
  }
  return url.slice(start);
}

/** Length of `https://`: no "?" can come before. */
const AFTER_SCHEME = 8;

type Given = Record<string, string | string[]>;

/**
 * The parameters of an address as Hono reads them, but in one pass (docs/decisions/0003). A parameter
 * that is given several times is a list. Undefined for a malformed escape, which is left to Hono.
 */
export function queryOf(url: string): Given | undefined {
  const given: Given = {};
  const hash = url.indexOf("#", AFTER_SCHEME);
  const length = hash < 0 ? url.length : hash;
  let at = url.indexOf("?", AFTER_SCHEME) + 1;
  if (at === 0) return given;
  try {
    while (at < length) {
      const next = url.indexOf("&", at);
      const end = next < 0 || next > length ? length : next;
      const equals = url.indexOf("=", at);
      const isBare = equals < 0 || equals > end;
      const name = decode(url.slice(at, isBare ? end : equals));
      if (name !== "") add(given, name, isBare ? "" : decode(url.slice(equals + 1, end)));
      at = end + 1;
    }
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
  return given;
}

function add(given: Given, name: string, value: string): void {
  const before = given[name];
  if (Array.isArray(before)) before.push(value);
  else set(given, name, typeof before === "string" ? [before, value] : value);
}

/** An assignment to this one name would be to the prototype. */
function set(given: Given, name: string, value: string | string[]): void {
  if (name !== "__proto__") given[name] = value;
  else Object.defineProperty(given, name, { value, enumerable: true, configurable: true });
}

function decode(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  return spaced.includes("%") ? decodeURIComponent(spaced) : spaced;
}

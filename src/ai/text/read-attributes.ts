const ATTRIBUTE = /(=?[^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/g;
const NONE: ReadonlyMap<string, string> = new Map();

/** Reads the attributes of a tag. If one is there twice, the first counts. */
export function attributesOf(
  inner: string,
  decode: (text: string) => string,
): ReadonlyMap<string, string> {
  // Most tags have none, and a page may be nothing but tags.
  if (inner === "") return NONE;
  const found = new Map<string, string>();
  for (const [, name = "", double, single, bare] of inner.matchAll(ATTRIBUTE)) {
    const known = name.toLowerCase();
    if (!found.has(known)) found.set(known, decode(double ?? single ?? bare ?? ""));
  }
  return found;
}

/**
 * Whether an If-None-Match names this tag. It may be a list, or `*` alone, and weak tags count too:
 * proxies that compress an answer make its tag weak.
 */
export function isKnownTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const own = opaque(tag);
  return header.trim() === "*" || header.split(",").some((each) => opaque(each.trim()) === own);
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, "");
}

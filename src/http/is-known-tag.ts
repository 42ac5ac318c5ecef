/**
 * Whether an If-None-Match names this tag. It may be a list or `*`, and weak tags count too: proxies
 * that compress an answer make its tag weak.
 */
export function isKnownTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const own = opaque(tag);
  return header.split(",").some((each) => {
    const given = opaque(each.trim());
    return given === own || given === "*";
  });
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, "");
}

/**
 * If-None-Match takes a list or `*` alone and compares weakly: whoever compresses an answer weakens
 * its tag.
 */
export function isKnownTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const own = opaque(tag);
  return header.trim() === "*" || header.split(",").some((each) => opaque(each.trim()) === own);
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, "");
}

/**
 * If-None-Match takes a list or `*` and compares weakly: whoever compresses an answer weakens its
 * tag.
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

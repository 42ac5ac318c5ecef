/** If-None-Match takes a list or `*` and compares weakly: whoever compresses an answer weakens its tag. */
export function isKnownTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((each) => {
    const given = each.trim().replace(/^W\//, "");
    return given === tag || given === "*";
  });
}

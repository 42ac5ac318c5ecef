/** A comment follows the address; brackets before it are part of the name. */
const MAY_COMMENT = /@.*\(/s;
const SIGN = /\\?./gs;
const ADDRESS = /<?([^\s<>()]{1,128}@[^\s<>()]{1,253})>?$/;

/**
 * Moves the comments behind a sender's address before it, because mail programs show them as a name, as
 * in "ana@amiga.example (Ana)". A comment may have others within it, and need not end (RFC 5322,
 * 3.2.2).
 */
export function moveComments(sender: string): string {
  if (!MAY_COMMENT.test(sender)) return sender;
  let depth = 0;
  let isQuoted = false;
  let isBehind = false;
  let rest = "";
  let words = "";
  for (const [sign] of sender.matchAll(SIGN)) {
    if (depth === 0 && sign === '"') isQuoted = !isQuoted;
    isBehind ||= depth === 0 && sign === "@" && !isQuoted;
    if (sign === "(" && isBehind && !isQuoted) depth += 1;
    if (depth === 0) rest += sign;
    else words += /[()]/.test(sign) ? " " : sign;
    if (sign === ")" && depth > 0) depth -= 1;
  }
  const [bare, name] = [rest.trim(), words.trim()];
  if (name === "") return bare;
  if (!ADDRESS.test(bare)) return `${name} ${bare}`;
  // By a function, because the name may contain a pattern such as `$&` that a replacement would expand.
  return bare.replace(ADDRESS, (_, address) => `${name} <${address}>`);
}

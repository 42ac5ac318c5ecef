const MOST = 400;
/** Invisible characters have no meaning to a reader, and some to a model. */
export const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{DI}]/gu;
const IMAGE = /!\[[^\]\n]{0,200}\]\([^)\n]{0,2000}\)/g;
const LINK = /\[([^\]\n]{0,200})\]\([^)\n]{0,2000}\)/g;
const TAG = /<[^<>]{0,500}>?/g;
const SCHEME = /\b([a-z][a-z0-9+.-]{0,15}):\/{1,2}/gi;
const DOT_IN_NAME = /(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu;

/** What a model wrote, as one line of plain text in which nothing can be clicked. */
export function cleanRationale(written: string): string {
  const plain = written
    .replace(UNSEEN, "")
    .replace(IMAGE, "")
    .replace(LINK, "$1")
    .replace(TAG, "")
    .replace(SCHEME, "")
    .replace(DOT_IN_NAME, "[.]")
    .replace(/\s+/g, " ")
    .trim();
  if (plain.length <= MOST) return plain;
  const cut = plain.slice(0, MOST - 1).toWellFormed();
  return `${cut.trimEnd()}…`;
}

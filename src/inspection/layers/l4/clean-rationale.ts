const MOST = 400;
/** Invisible characters: readers do not see them, but some have a meaning to a model. */
export const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{DI}]/gu;
const IMAGE = /!\[[^\]\n]{0,200}\]\([^)\n]{0,2000}\)/g;
const LINK = /\[([^\]\n]{0,200})\]\([^)\n]{0,2000}\)/g;
const TAG = /<[^<>]{0,500}>?/g;
const SCHEME = /\b([a-z][a-z0-9+.-]{0,15}):\/+/gi;
/** A dot within a name. Any sign may stand before it: "i❤.ws" is a name. */
const DOT_IN_NAME = /(?<=[^\s.])\.(?=[\p{L}\p{N}])/gu;

/** Turns what a model wrote into one line of plain text in which nothing can be clicked. */
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
  const whole = plain.length <= MOST ? plain : `${plain.slice(0, MOST - 1).trimEnd()}…`;
  return whole.toWellFormed();
}

/** One word of RFC 2047: a charset, perhaps with a language, how it is written, and its letters. */
const WORD = /=\?([\w-]{1,40})(?:\*[\w-]{0,20})?\?([bq])\?([^?]*)\?=/gi;
const WORDS = new RegExp(`(?:${WORD.source})+`, "gi");
/** White space between two such words is none of the text. */
const BETWEEN = /(?<=\?=)\s{1,20}(?==\?)/g;
const HEX = /=([0-9a-f]{2})/gi;

/**
 * A line of a mail's head as a mail program shows it: gateways hand on what is not ASCII as it came,
 * "=?utf-8?B?UGF5UGFs?=".
 */
export function readHeader(written: string): string {
  if (!written.includes("=?")) return written;
  return written.replace(BETWEEN, "").replace(WORDS, decodeWords);
}

/** Neighbours of one charset are decoded together: a letter may begin in one and end in the next. */
function decodeWords(run: string): string {
  let text = "";
  let bytes = "";
  let charset: string | undefined;
  try {
    for (const [, name = "", kind = "", letters = ""] of run.matchAll(WORD)) {
      if (charset !== undefined && name !== charset) {
        text += decode(charset, bytes);
        bytes = "";
      }
      charset = name;
      bytes += /b/i.test(kind) ? atob(letters) : unquote(letters);
    }
    return charset === undefined ? run : text + decode(charset, bytes);
  } catch {
    // A charset that nobody knows, or letters that are none of base64: as it stands.
    return run;
  }
}

function unquote(letters: string): string {
  return letters
    .replaceAll("_", " ")
    .replace(HEX, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function decode(charset: string, bytes: string): string {
  return new TextDecoder(charset).decode(
    Uint8Array.from(bytes, (letter) => letter.charCodeAt(0) & 0xff),
  );
}

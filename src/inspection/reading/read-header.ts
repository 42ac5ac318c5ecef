/** One word of RFC 2047: a charset, perhaps with a language, how it is written, and its letters. */
const WORD = /=\?([\w-]{1,40})[^?]{0,20}\?([bq])\?([^?]*)\?=/gi;
/** White space between two such words does not belong to the text. */
const BETWEEN = /\?=\s{1,20}=\?/g;

/**
 * A line of a mail's head as a mail program shows it: gateways hand on what is not ASCII as it came,
 * "=?utf-8?B?UGF5UGFs?=".
 */
export function readHeader(written: string): string {
  let before: { decoder: TextDecoder; end: number } | undefined;
  const decodeWord = (word: string, charset: string, kind: string, letters: string, at: number) => {
    try {
      const bytes = /b/i.test(kind) ? atob(letters) : unquote(letters);
      let decoder = new TextDecoder(charset);
      // A letter may begin in one word and end in the next.
      if (before?.end === at && before.decoder.encoding === decoder.encoding)
        decoder = before.decoder;
      before = { decoder, end: at + word.length };
      const some = Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
      return decoder.decode(some, { stream: true });
    } catch {
      // A charset that nobody knows, or letters that are none of base64: as it stands.
      return word;
    }
  };
  return written.replace(BETWEEN, "?==?").replace(WORD, decodeWord);
}

function unquote(letters: string): string {
  return letters
    .replaceAll("_", " ")
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)));
}

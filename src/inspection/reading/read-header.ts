/** An encoded word of RFC 2047: a charset, perhaps with a language, the encoding, and the letters. */
const WORD = /=\?([\w-]{1,40})[^?]{0,20}\?([bq])\?([^?]*)\?=/gi;
/** White space between two such words does not belong to the text. */
const BETWEEN = /\?=\s{1,20}=\?/g;
/** Here a word ends in ASCII by itself, and a decoder that goes on takes its end for a fault. */
const ENDS_IN_ASCII = /^iso-2022-/;
const NOT_BASE64 = /[^a-z\d+/]/gi;

/**
 * Decodes a line of a mail's head as a mail program shows it. Gateways pass on what is not ASCII as it
 * came, such as "=?utf-8?B?UGF5UGFs?=".
 */
export function readHeader(written: string): string {
  let before: { decoder: TextDecoder; end: number } | undefined;
  const decodeWord = (word: string, charset: string, kind: string, letters: string, at: number) => {
    const bytes = /b/i.test(kind) ? unpack(letters) : unquote(letters);
    // Text that holds nothing of base64 stays as it is.
    if (bytes === "" && letters !== "") return word;
    let decoder = decoderOf(charset);
    // The bytes of a letter may begin in one word and end in the next.
    const goesOn = before?.end === at && before.decoder.encoding === decoder.encoding;
    if (before !== undefined && goesOn && !ENDS_IN_ASCII.test(decoder.encoding))
      decoder = before.decoder;
    before = { decoder, end: at + word.length };
    const some = Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
    return decoder.decode(some, { stream: true });
  };
  return written.replace(BETWEEN, "?==?").replace(WORD, decodeWord);
}

/**
 * Gives the decoder of a charset. A word in an unknown charset is read as UTF-8, because mail programs
 * show it too.
 */
function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/**
 * Decodes base64 as mail programs do: other characters are left out, and so is a last one that makes no
 * whole byte.
 */
function unpack(letters: string): string {
  const own = letters.replace(NOT_BASE64, "");
  return atob(own.length % 4 === 1 ? own.slice(0, -1) : own);
}

function unquote(letters: string): string {
  return letters
    .replaceAll("_", " ")
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)));
}

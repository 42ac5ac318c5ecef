const ESCAPE = /%[0-9A-Fa-f]{2}/;
const ESCAPES = /%[0-9A-Fa-f]{2}/g;
/** What is escaped in a canonical URL: blanks, controls, all beyond ASCII, # and %. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\x00-\x20\x7F-\u00FF#%]/g;
/** So many levels of escapes are taken off one by one; more than this only attackers use. */
const QUICK_LEVELS = 4;

const encoder = new TextEncoder();
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The UTF-8 of a text as one character for each byte, so that bytes that are no UTF-8 are kept. */
export function bytesOf(text: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/^[\x00-\x7F]*$/.test(text)) return text;
  return fromBytes(encoder.encode(text));
}

export function fromBytes(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** The text of such bytes; undefined if they are no UTF-8. */
export function textOf(bytes: string): string | undefined {
  try {
    return utf8.decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** Takes off escapes until none is left, however often the URL was escaped. */
export function unescapeFully(bytes: string): string {
  let text = bytes;
  for (let level = 0; ESCAPE.test(text); level += 1) {
    if (level === QUICK_LEVELS) return unescapeAtOnce(text);
    text = text.replace(ESCAPES, signOf);
  }
  return text;
}

/** In one pass: a character that was unescaped may complete another escape with those before it. */
function unescapeAtOnce(bytes: string): string {
  const kept: string[] = [];
  for (const sign of bytes) {
    kept.push(sign);
    while (kept.at(-3) === "%") {
      const escape = kept.slice(-3).join("");
      if (!ESCAPE.test(escape)) break;
      kept.splice(-3, 3, signOf(escape));
    }
  }
  return kept.join("");
}

function signOf(escape: string): string {
  return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
}

export function escapeUnsafe(bytes: string): string {
  return bytes.replace(UNSAFE, escapeByte);
}

export function escapeByte(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

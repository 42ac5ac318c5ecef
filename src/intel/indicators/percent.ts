const ESCAPE = /%[0-9A-Fa-f]{2}/;
const ESCAPES = /%[0-9A-Fa-f]{2}/g;
/** Everything that a canonical address must show escaped: blanks, controls, beyond ASCII, # and %. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\x00-\x20\x7F-\u00FF#%]/g;
/** Nobody escapes more often than this without meaning harm. */
const QUICK_LEVELS = 4;

const encoder = new TextEncoder();
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** One character for each byte, so that bytes which are no UTF-8 survive. */
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

/** Back to text, or undefined where the bytes are no UTF-8. */
export function textOf(bytes: string): string | undefined {
  try {
    return utf8.decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** Takes escapes off until none is left, however often the address was encoded. */
export function unescapeFully(bytes: string): string {
  let text = bytes;
  for (let level = 0; ESCAPE.test(text); level += 1) {
    if (level === QUICK_LEVELS) return unescapeAtOnce(text);
    text = text.replace(ESCAPES, signOf);
  }
  return text;
}

/** What is taken off may end another escape, so each sign is looked at with those before it. */
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

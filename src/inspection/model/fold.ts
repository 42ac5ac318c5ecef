import { LOOK_ALIKES } from "./look-alikes.ts";

// oxlint-disable-next-line no-control-regex
const ASCII_ONLY = /^[\u0000-\u007f]*$/;
const COMBINING_FIRST = 0x300;
const COMBINING_LAST = 0x36f;
/**
 * Characters that stand for whole phrases. Decomposed they would make a hostile text eighteen times as
 * long.
 */
const PHRASES = /[\ufdf0-\ufdff]/g;
/** The decomposed text is cut at so many times the length of the text. */
const GROWTH = 4;

/**
 * Returns the text in plain letters, as a reader sees it: compatibility forms, accents and look-alikes
 * are resolved.
 */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text;
  const decomposed = text.replace(PHRASES, " ").normalize("NFKD");
  const limit = text.length * GROWTH;
  const out: string[] = [];
  let run = 0;
  for (let i = 0; i < decomposed.length && i < limit; i++) {
    const unit = decomposed.charCodeAt(i);
    if (unit < 128) continue;
    const wide = unit >= 0xd800 && unit < 0xdc00 && i + 1 < decomposed.length;
    const code = wide ? (decomposed.codePointAt(i) ?? unit) : unit;
    const reading = readingOf(code);
    if (reading !== undefined) {
      out.push(decomposed.slice(run, i), reading);
      run = i + (wide ? 2 : 1);
    }
    if (wide) i++;
  }
  out.push(decomposed.slice(run, limit));
  return out.join("");
}

function readingOf(code: number): string | undefined {
  if (code >= COMBINING_FIRST && code <= COMBINING_LAST) return "";
  const reading = LOOK_ALIKES.get(code);
  return reading === undefined ? undefined : String.fromCharCode(reading);
}

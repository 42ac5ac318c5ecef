import { isLonger } from "../../../platform/index.ts";
import { fold } from "../../model/fold.ts";
import { countLetters } from "../../reading/count-letters.ts";
import type { Reading } from "../../reading/read-message.ts";
import type { Found } from "./signals.ts";

const MAX_TEXT = 65_536;
const FEWEST_LETTERS = 30;
const CAPITALS_SHARE = 0.6;
const CURRENCY_SIGNS = 3;
const STYLED_LETTERS = 4;
/** More than the hidden line that mail programs show beside the subject. */
const FEWEST_HIDDEN = 300;
/**
 * Letters of two scripts in one word. The Greek letters of units, as in "50 μg" and "10 kΩ", count only
 * between Latin ones.
 */
const MIXED_WORD =
  /[a-zA-Z][\u0370-\u03a8\u03aa-\u03bb\u03bd-\u04ff\u0531-\u0587]|[\u0370-\u03a8\u03aa-\u03bb\u03bd-\u04ff\u0531-\u0587][a-zA-Z]|[a-zA-Z][\u03a9\u03bc][a-zA-Z]/;
const STYLED = /[\u{1d400}-\u{1d7ff}\uff21-\uff5a\u{1f130}-\u{1f189}\u24b6-\u24e9]/gu;
const CURRENCY = /[€£$₹¥₿]|\b(?:eur|usd|gbp|brl|mxn|usdt|btc)\b/gi;
/**
 * Numbers that cost more. Those of Spain and Portugal have nine digits: one with ten is an ordinary
 * number in America.
 */
const PREMIUM =
  /(?<![\w/#=])(?:80[367]|90[57]|76[0-2])(?:(?:[ .-]?\d{3}){2}|(?:[ .-]?\d\d){3})(?!\w)|(?<![\d/#=])(?:09\d{8,9}|087\d{8})(?!\d)|\b(?:env[ií]a|envie|manda|txt|text)\s(?:[a-z]{2,10}\s){1,3}(?:al?|para|p\/|to)\s(?:o\s)?\d{4,6}\b/i;
export const INJECTION =
  /\b(?:ignor[ae]r?|disregard|forget|olvid[ae]|desconsider[ae]|esque[cç]a)\b[^.\n]{0,40}\b(?:instruc\w{1,8}|instru[cç]\w{1,8}|prompts?|rules|reglas|regras)\b|\b(?:classify|mark|label|rate|clasif[ií]ca\w{0,4}|m[aá]rca\w{0,4}|classifi(?:que|car|ca))\b[^.\n]{0,40}\b(?:as|como)\s(?:["'«]?)(?:clean|safe|not spam|limpio|seguro|leg[ií]timo|limpo|segur[ao])\b|\b(?:you are|eres|voc[eê] [eé])\b[^.\n]{0,30}\b(?:spam filter|filtro de spam|filtro antispam|language model|modelo de (?:lenguaje|linguagem))\b/i;
const CHANNEL_LIMITS = { sms: 1600, whatsapp: 4096, email: 65_536 } as const;

/** Returns the signals of letters, numbers and size, apart from what the text means. */
export function wordingSignals(reading: Reading): Found[] {
  const found: Found[] = [];
  const text = reading.text.slice(0, MAX_TEXT);
  if (reading.split > 0) found.push({ id: "split_words", value: String(reading.split) });
  if (MIXED_WORD.test(text)) found.push({ id: "look_alike_letters" });
  if ((text.match(STYLED)?.length ?? 0) >= STYLED_LETTERS) found.push({ id: "styled_letters" });
  if (capitalShare(text) >= CAPITALS_SHARE) found.push({ id: "excessive_capitals" });
  if ((text.match(CURRENCY)?.length ?? 0) >= CURRENCY_SIGNS)
    found.push({ id: "currency_repeated" });
  if (hidesMost(reading)) found.push({ id: "hidden_text" });
  if (PREMIUM.test(text)) found.push({ id: "premium_number" });
  if (INJECTION.test(fold(text))) found.push({ id: "prompt_injection" });
  const { body, channel } = reading.message;
  if (isLonger(body, CHANNEL_LIMITS[channel])) found.push({ id: "oversize" });
  return found;
}

/** Whether a mail hides more than it shows, and more than a preview line. */
export function hidesMost({ unhidden, text }: Reading): boolean {
  const hidden = unhidden?.hiddenLetters ?? 0;
  if (hidden < FEWEST_HIDDEN) return false;
  return 2 * hidden > countLetters(text);
}

function capitalShare(text: string): number {
  let capitals = 0;
  let letters = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 65 && code <= 90) capitals++;
    else if (code < 97 || code > 122) continue;
    letters++;
  }
  return letters < FEWEST_LETTERS ? 0 : capitals / letters;
}

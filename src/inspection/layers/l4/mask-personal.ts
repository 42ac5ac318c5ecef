import { passesLuhn } from "../../../ai/personal/find-personal.ts";
import {
  findPlaces,
  hidePlaces,
  type Rule as PersonalRule,
} from "../../../ai/personal/find-places.ts";

/** Digits of any script, with blanks and hyphens between that mails have, such as "&nbsp;". */
const DIGITS = /(?<![\w.])\+?\p{Nd}(?:[\p{Zs}().\u2010-\u2015-]{0,2}\p{Nd}){6,18}(?!\w)/gu;
/** Browsers take all up to the last "@" before the path for a user, and what follows for the host. */
const USER = /(?<=:\/\/)[^\s/?#"'<>()\\]{1,256}@(?=[^\s/?#@])/g;
const CARD_LEAST = 13;
const CARD_MOST = 19;
const always = () => true;

/**
 * These rules hide more than those of the assistant (`ai/personal`): nothing must be put back here, so
 * a number is hidden even if its check digit is wrong. Gaps are bounded, so the time is linear.
 */
const RULES: readonly PersonalRule<"email" | "iban" | "id" | "card" | "number">[] = [
  {
    kind: "email",
    // Letters beyond ASCII are tried from the start of a word alone, because that takes longer. What
    // divides a link stands in no address here, nor a dot where words have no blanks between them:
    // otherwise the host of "https://pago.es#ana@empresa.es" would be hidden with the address.
    form: /(?:"[^"\n/]{1,64}"|[\w.%+-]{1,64}|(?<![\p{L}\p{M}\p{N}.])(?:[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{M}\p{N}.'+_-]{1,64}|[\p{L}\p{M}\p{N}'+_-]{1,64}))[@\uff20][\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63}){1,6}/gu,
    holds: always,
  },
  {
    kind: "iban",
    // With hyphens it may also be the beginning of a host, which must be seen.
    form: /\b[a-z]{2}\d{2}(?:(?:\p{Zs}?[a-z0-9]{4}){2,7}(?:\p{Zs}?[a-z0-9]{1,4})?\b|(?:-[a-z0-9]{4}){2,7}(?:-[a-z0-9]{1,4})?(?![\w-]|\.[a-z]))/giu,
    holds: always,
  },
  {
    // Spanish and Portuguese identity and tax numbers, Brazil's, Argentina's and Mexico's.
    kind: "id",
    form: /\b(?:(?:\d{8}|\d{1,2}\.\d{3}\.\d{3})[ -]?[a-z]|[xyz][ -]?\d{7}[ -]?[a-z]|\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}-\d{8}-\d|[a-zñ&]{3,4}\d{6}(?:[a-z0-9]{3}|[hmx][a-z]{5}[a-z0-9]\d))\b/gi,
    holds: always,
  },
  { kind: "card", form: DIGITS, holds: isCard },
  { kind: "number", form: DIGITS, holds: always },
];

/** Masks what identifies a person. Codes and amounts stay, because they are what a message is about. */
export function maskPersonal(text: string): string {
  const hosted = text.replace(USER, "[user]@");
  return hidePlaces(hosted, findPlaces(hosted, RULES), (kind) => `[${kind}]`);
}

function isCard(bare: string): boolean {
  const digits = bare.replace(/\D/g, "");
  return digits.length >= CARD_LEAST && digits.length <= CARD_MOST && passesLuhn(digits);
}

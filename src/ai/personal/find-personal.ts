import { once } from "../../platform/index.ts";

export type PersonalKind = "EMAIL" | "PHONE" | "IBAN" | "CARD" | "TAX_ID";

export interface Found<K extends string = PersonalKind> {
  kind: K;
  start: number;
  end: number;
}

export interface Rule<K extends string = PersonalKind> {
  kind: K;
  form: RegExp;
  /** Checks what the form alone does not say. Its argument has no blanks, dots or hyphens. */
  holds: (bare: string) => boolean;
}

const DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";
const CUIT_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
const LEAST_PHONE_DIGITS = 9;
const MOST_PHONE_DIGITS = 15;
const LEAST_IBAN = 15;
const SEPARATORS = /[\s.()-]/g;
/** Replaces a place that was found, so that no other rule matches it. */
const FOUND = "\0";

/** The parts of an address are bounded, so that endless letters do not cost quadratic time. */
const rules = once((): readonly Rule[] => [
  {
    kind: "EMAIL",
    form: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,9}/gu,
    holds: () => true,
  },
  { kind: "IBAN", form: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b/g, holds: isIban },
  { kind: "CARD", form: /\b\d(?:[ -]?\d){12,18}\b/g, holds: isCard },
  {
    kind: "TAX_ID",
    form: /\b(?:\d{8}|\d{1,2}(?:\.\d{3}){2}|[XYZ]-?(?:\d{7}|\d(?:\.\d{3}){2}))-?[A-Z]\b/g,
    holds: isDni,
  },
  { kind: "TAX_ID", form: /\b(?:20|23|24|25|26|27|30|33|34)-?\d{8}-?\d\b/g, holds: isCuit },
  { kind: "TAX_ID", form: /\b[A-ZÑ&]{3,4}-?\d{6}-?[A-Z0-9]{3}\b/g, holds: isRfc },
  {
    kind: "PHONE",
    // With a country code; nine digits in threes, as in Spain; or with an area code in brackets.
    form: /(?<![\w.,-])(?:\+|00)\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}(?![\w])|(?<![\w.,-])[6789]\d{2}(?:[ .-]?\d{3}){2}(?![\w])|(?<![\w.,-])\(\d{2,4}\) ?\d{3,4}[ .-]?\d{4}(?![\w])/g,
    holds: isPhone,
  },
]);

/**
 * Finds the places of a text that identify a person: addresses, and numbers of phones, accounts, cards
 * and papers.
 */
export function findPersonal(text: string): Found[] {
  return findPlaces(text, rules());
}

/** The places of a text that rules find. If several rules match a place, the first one counts. */
export function findPlaces<K extends string>(text: string, rules: readonly Rule<K>[]): Found<K>[] {
  const found: Found<K>[] = [];
  let rest = text;
  for (const { kind, form, holds } of rules) {
    const places = [...rest.matchAll(form)]
      .filter(([match]) => holds(match.replace(SEPARATORS, "")))
      .map(({ 0: match, index: start }) => ({ kind, start, end: start + match.length }));
    rest = hidePlaces(rest, places, (_kind, value) => FOUND.repeat(value.length));
    found.push(...places);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The text with each of these places replaced by a name. */
export function hidePlaces<K extends string>(
  text: string,
  places: readonly Found<K>[],
  nameOf: (kind: K, value: string) => string,
): string {
  let hidden = "";
  let from = 0;
  for (const { kind, start, end } of places) {
    hidden += text.slice(from, start) + nameOf(kind, text.slice(start, end));
    from = end;
  }
  return hidden + text.slice(from);
}

function isIban(bare: string): boolean {
  if (bare.length < LEAST_IBAN) return false;
  let rest = 0;
  for (const letter of bare.slice(4) + bare.slice(0, 4)) {
    rest = Number(`${rest}${Number.parseInt(letter, 36)}`) % 97;
  }
  return rest === 1;
}

function isCard(bare: string): boolean {
  return passesLuhn(bare) && !/^(\d)\1+$/.test(bare);
}

/** Whether the check digit of a card number is right. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const value = Number(digits[digits.length - 1 - at]) * (at % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function isDni(bare: string): boolean {
  const number = bare.slice(0, -1).replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter)));
  return DNI_LETTERS[Number(number) % DNI_LETTERS.length] === bare.at(-1);
}

function isCuit(bare: string): boolean {
  const sum = CUIT_WEIGHTS.reduce((all, weight, at) => all + weight * Number(bare[at]), 0);
  return (11 - (sum % 11)) % 11 === Number(bare.at(-1));
}

/** Whether its six digits are a date. */
function isRfc(bare: string): boolean {
  const [, month, day] = /^[A-ZÑ&]{3,4}\d{2}(\d{2})(\d{2})/.exec(bare) ?? [];
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}

function isPhone(bare: string): boolean {
  const digits = bare.replace(/\D/g, "").length;
  return digits >= LEAST_PHONE_DIGITS && digits <= MOST_PHONE_DIGITS;
}

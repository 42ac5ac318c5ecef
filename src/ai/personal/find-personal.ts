import { once } from "../../platform/index.ts";
import { findPlaces, type Found, type Rule } from "./find-places.ts";

export type PersonalKind = "EMAIL" | "PHONE" | "IBAN" | "CARD" | "TAX_ID";

const DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";
const CUIT_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
const LEAST_PHONE_DIGITS = 9;
const MOST_PHONE_DIGITS = 15;
const LEAST_IBAN = 15;
/** A run of digits is taken for a card and other numbers beside it only if the card has a usual length. */
const USUAL_CARD = /^[2-6]\d{14,15}$/;

/** The parts of an address are bounded, so that endless letters do not cost quadratic time. */
const rules = once((): readonly Rule<PersonalKind>[] => [
  {
    kind: "EMAIL",
    form: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,9}/gu,
    holds: () => true,
  },
  {
    kind: "IBAN",
    form: /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{2,4}){3,8}\b/gi,
    holds: isIban,
    partHolds: isIban,
  },
  {
    kind: "CARD",
    form: /\b\d(?:[ -]?\d){12,18}\b/g,
    holds: isCard,
    partHolds: (bare) => USUAL_CARD.test(bare) && isCard(bare),
  },
  {
    kind: "TAX_ID",
    // A small letter after a blank is a word: "y" between two dates.
    form: /\b(?:\d{8}|\d{1,2}(?:\.\d{3}){2}|[XYZxyz]-?(?:\d{7}|\d(?:\.\d{3}){2}))(?:-?[a-z]|[ -]?[A-Z])\b/g,
    holds: isDni,
  },
  { kind: "TAX_ID", form: /\b(?:20|23|24|25|26|27|30|33|34)[ -]?\d{8}[ -]?\d\b/g, holds: isCuit },
  // Small letters with hyphens are names of files with a date.
  {
    kind: "TAX_ID",
    form: /\b(?:[A-ZÑ&]{3,4}-?\d{6}-?[A-Z\d]{3}|[A-Za-zÑñ&]{3,4}\d{6}[A-Za-z\d]{3})\b/g,
    holds: isRfc,
  },
  {
    kind: "PHONE",
    // With a country code; nine digits as they are grouped in Spain; or with an area code in brackets.
    // Two digits with a dot after them begin no number, because IP addresses do.
    form: /(?<![\w.,-])(?:\+|00)\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}(?![\w])|(?<![\w.,-])[6789]\d{2}(?:[ .-]?\d{3}){2}(?![\w])|(?<![\w.,-])[6789]\d{2}(?:[ .-]\d{2}){2,3}(?![\w])|(?<![\w.,-])[89]\d[ -]\d{3}(?:[ -]\d{2}){2,3}(?![\w])|(?<![\w.,-])\(\d{2,4}\) ?\d{3,4}[ .-]?\d{4}(?![\w])/g,
    holds: isPhone,
  },
]);

/**
 * Finds the places of a text that identify a person: addresses, and numbers of phones, accounts, cards
 * and papers.
 */
export function findPersonal(text: string): Found<PersonalKind>[] {
  return findPlaces(text, rules());
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
  const [number, letter] = [bare.slice(0, -1).toUpperCase(), bare.slice(-1).toUpperCase()];
  const digits = number.replace(/^[XYZ]/, (first) => String("XYZ".indexOf(first)));
  return DNI_LETTERS[Number(digits) % DNI_LETTERS.length] === letter;
}

function isCuit(bare: string): boolean {
  const sum = CUIT_WEIGHTS.reduce((all, weight, at) => all + weight * Number(bare[at]), 0);
  return (11 - (sum % 11)) % 11 === Number(bare.at(-1));
}

/** Whether its six digits are a date. */
function isRfc(bare: string): boolean {
  const [, month, day] = /^[A-ZÑ&]{3,4}\d{2}(\d{2})(\d{2})/i.exec(bare) ?? [];
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}

function isPhone(bare: string): boolean {
  const digits = bare.replace(/\D/g, "").length;
  return digits >= LEAST_PHONE_DIGITS && digits <= MOST_PHONE_DIGITS;
}

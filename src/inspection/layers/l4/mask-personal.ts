/** Each with a gap of bounded length, so that the time is linear in the text. */
const RULES: readonly (readonly [mark: string, found: RegExp])[] = [
  ["[email]", /[\w.%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}/gi],
  ["[iban]", /\b[a-z]{2}\d{2}(?:[ ]?[a-z0-9]{4}){2,7}(?:[ ]?[a-z0-9]{1,4})?\b/gi],
  // Spanish and Portuguese identity and tax numbers, Brazil's, Argentina's and Mexico's.
  [
    "[id]",
    /\b(?:\d{8}[ -]?[a-z]|[xyz][ -]?\d{7}[ -]?[a-z]|\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}-\d{8}-\d|[a-zñ&]{3,4}\d{6}[a-z0-9]{3})\b/gi,
  ],
];
const DIGITS = /(?<![\w.])\+?\d(?:[ ().-]{0,2}\d){6,18}(?![\w])/g;
const CARD_LEAST = 13;
const CARD_MOST = 19;

/** The text without what names a person. Codes and amounts stay: they are what a message is about. */
export function maskPersonal(text: string): string {
  const masked = RULES.reduce((rest, [mark, found]) => rest.replace(found, mark), text);
  return masked.replace(DIGITS, (written) => (isCard(written) ? "[card]" : "[number]"));
}

function isCard(written: string): boolean {
  const digits = written.replace(/\D/g, "");
  return digits.length >= CARD_LEAST && digits.length <= CARD_MOST && passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

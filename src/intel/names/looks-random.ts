/** Shorter labels are too short to tell. */
const MIN_LENGTH = 12;
const MAX_VOWEL_SHARE = 0.2;
const MIN_ENTROPY_BITS = 3.2;
const MIN_TURNS = 4;
const VOWELS = /[aeiouy]/g;
const DIGITS = /\d/g;
/** Changes between letters and digits; words with a year or a number have one or two. */
const TURNS = /[a-z](?=\d)|\d(?=[a-z])/g;

/** Whether a label looks generated: with hardly any vowel, or with letters and digits mixed. */
export function looksRandom(label: string): boolean {
  if (label.length < MIN_LENGTH || label.includes("-") || label.startsWith("xn--")) return false;
  const letters = label.length - count(label, DIGITS);
  if (letters === 0 || entropyOf(label) < MIN_ENTROPY_BITS) return false;
  const hardlyVowels = letters >= MIN_LENGTH && count(label, VOWELS) / letters < MAX_VOWEL_SHARE;
  return hardlyVowels || count(label, TURNS) >= MIN_TURNS;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Entropy in bits for each letter. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let bits = 0;
  for (const times of counts.values())
    bits -= (times / text.length) * Math.log2(times / text.length);
  return bits;
}

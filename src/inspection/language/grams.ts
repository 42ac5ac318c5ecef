import { fold } from "../model/fold.ts";
import { finish, HASH_START, mix } from "../model/hash.ts";

const MAX_LETTERS = 600;
const SPACE = 32;
const SHORTEST = 2;
const LONGEST = 4;
const WORD_SEED = 0x5bd1e995;
const NOISE = /https?:\/\/\S{1,2048}|www\.\S{1,2048}|\S{0,64}@\S{1,256}|[^\p{L}\s']{1,64}/gu;

/**
 * Letters and signs that some of the languages write and others never do. All other letters are
 * compared without accents.
 */
const MARKS = /[ñçßãõàèòùìâêôîûäöüåøæąćęłńśźżșțăğışœ·¿¡]/g;

export interface LetterText {
  /** The part of the text that is read, in lower case, with accents. */
  words: string;
  plain: string;
  marks: string;
  letters: number;
}

/**
 * Reads the letters of a text: folded, without links, digits and signs. The letters that tell languages
 * apart are collected in `marks`.
 */
export function letterText(text: string): LetterText {
  const words = text
    .slice(0, MAX_LETTERS * 4)
    .toLowerCase()
    .normalize("NFC");
  const read = words.slice(0, MAX_LETTERS);
  const marks = (read.match(MARKS) ?? []).join("");
  const plain = fold(words.replace(NOISE, " "))
    .toLowerCase()
    .replace(/[^a-z]{1,64}/g, " ")
    .slice(0, MAX_LETTERS);
  return { words: read, plain, marks, letters: plain.replace(/ /g, "").length };
}

/**
 * Returns the hashed pieces of a text by which languages differ: n-grams within words, whole words, and
 * marks.
 */
export function languageGrams(text: LetterText, bits: number): number[] {
  const found: number[] = [];
  const shift = 32 - bits;
  for (const word of text.plain.split(" ")) {
    if (word === "") continue;
    const padded = ` ${word} `;
    let whole = WORD_SEED;
    for (let i = 0; i < padded.length; i++) {
      let hash = HASH_START;
      for (let k = i; k < padded.length && k < i + LONGEST; k++) {
        hash = mix(hash, padded.charCodeAt(k));
        if (k - i + 1 >= SHORTEST) found.push(finish(hash) >>> shift);
      }
      whole = mix(whole, padded.charCodeAt(i));
    }
    found.push(finish(whole) >>> shift);
  }
  for (let i = 0; i < text.marks.length; i++)
    found.push(finish(mix(SPACE, text.marks.charCodeAt(i))) >>> shift);
  return found;
}

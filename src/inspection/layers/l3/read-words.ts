import { keepShape } from "../../../http/index.ts";
import { HASH_START, mix } from "../../model/hash.ts";

const A = 97;
const Z = 122;
const ZERO = 48;
const NINE = 57;
const SPACE = 32;
const HASH_SIGN = 35;
const MASKED_DIGITS = 8;
const SPACED_RUN = 4;
const LEET_DIGITS = [111, 105, 122, 101, 97, 115, 103, 116, 98, 103];
const MIXED_WORD = /(?<![a-z\d@$])[a-z\d@$]{3,40}(?![a-z\d@$])/g;
const JOINTS = new Set(["-", ".", "*", "_", "|", "/"].map((sign) => sign.charCodeAt(0)));
const CURRENCY = new Set(["€", "£", "$", "₹", "¥", "₿"].map((sign) => sign.charCodeAt(0)));

/**
 * The two views of a text: its words with digits masked, and its letters with the usual disguises
 * undone.
 */
export interface Words {
  hashes: number[];
  /** Lower-case letters, `#` for a number, a space between words; i and l are one. */
  skeleton: Uint8Array;
  skeletonLength: number;
  leet: number;
  spaced: number;
  /** How many digits each number has. */
  numbers: number[];
  currency: number;
  exclamations: number;
}

export function readWords(folded: string): Words {
  const words = new WordReader(folded).read();
  keepShape("words", words);
  return words;
}

class WordReader implements Words {
  readonly hashes: number[] = [];
  readonly skeleton: Uint8Array;
  skeletonLength = 0;
  leet = 0;
  spaced = 0;
  readonly numbers: number[] = [];
  currency = 0;
  exclamations = 0;
  private readonly text: string;
  private singles = 0;
  private singlesFrom = 0;
  private singlesHash = HASH_START;

  constructor(text: string) {
    this.text = text;
    this.skeleton = new Uint8Array(text.length * 2 + 2);
  }

  read(): Words {
    const { text } = this;
    let at = 0;
    this.put(SPACE);
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (isWordCode(code) || this.isDisguise(at, code)) {
        at = this.readToken(at);
        continue;
      }
      if (CURRENCY.has(code)) {
        this.currency++;
        this.hashes.push(mix(HASH_START, 36));
      } else if (code === 33) this.exclamations++;
      at++;
    }
    this.endSingles();
    return this;
  }

  /** Whether `@` or `$` stands for a letter: it does before a letter. */
  private isDisguise(at: number, code: number): boolean {
    if (code !== 64 && code !== 36) return false;
    return isLetterCode(this.text.charCodeAt(at + 1));
  }

  private readToken(start: number): number {
    const { text } = this;
    let end = start;
    let letters = 0;
    let digits = 0;
    let disguises = 0;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (isLetterCode(code)) letters++;
      else if (code >= ZERO && code <= NINE) digits++;
      else if (this.isDisguise(end, code)) disguises++;
      else if (code === 39 && isLetterCode(text.charCodeAt(end + 1)) && end > start) continue;
      else break;
    }
    if (letters === 1 && digits + disguises === 0) this.addSingle(start);
    else this.endSingles();
    if (letters === 0) this.addNumber(digits);
    else if (digits + disguises === 0) this.addPlain(start, end);
    else this.addMixed(start, end, letters, digits + disguises);
    if (!this.isJoint(end)) this.put(SPACE);
    return end;
  }

  /** Whether a sign stands between two letters, perhaps only to break up the word. */
  private isJoint(at: number): boolean {
    const { text } = this;
    return (
      JOINTS.has(text.charCodeAt(at)) &&
      isLetterCode(text.charCodeAt(at - 1)) &&
      isLetterCode(text.charCodeAt(at + 1))
    );
  }

  private addSingle(at: number): void {
    if (this.singles === 0) this.singlesFrom = this.hashes.length;
    this.singles++;
    this.singlesHash = mix(this.singlesHash, this.text.charCodeAt(at));
  }

  /** Ends a run of single letters. A long run is one word that was pulled apart. */
  private endSingles(): void {
    if (this.singles >= SPACED_RUN) {
      this.hashes.length = this.singlesFrom;
      this.hashes.push(this.singlesHash);
      this.spaced++;
    }
    this.singles = 0;
    this.singlesHash = HASH_START;
  }

  private addNumber(digits: number): void {
    if (digits === 0) return;
    this.numbers.push(digits);
    this.hashes.push(mix(mix(HASH_START, HASH_SIGN), Math.min(digits, MASKED_DIGITS)));
    this.put(HASH_SIGN);
  }

  private addPlain(start: number, end: number): void {
    let hash = HASH_START;
    for (let i = start; i < end; i++) {
      const code = this.text.charCodeAt(i);
      if (code === 39) continue;
      hash = mix(hash, code);
      this.put(code);
    }
    this.hashes.push(hash);
  }

  /**
   * Adds a word with digits or signs. If it has at least as many letters, the others are letters in
   * disguise; else it is a reference.
   */
  private addMixed(start: number, end: number, letters: number, others: number): void {
    const disguised = letters >= others;
    let shape = HASH_START;
    let word = HASH_START;
    for (let i = start; i < end; i++) {
      const code = this.text.charCodeAt(i);
      if (code === 39) continue;
      const digit = code >= ZERO && code <= NINE;
      shape = mix(shape, digit ? HASH_SIGN : code);
      const letter = undisguise(code);
      word = mix(word, letter);
      this.put(disguised ? letter : digit ? HASH_SIGN : code);
    }
    this.hashes.push(disguised ? word : shape);
    if (disguised && others > 0) this.leet++;
  }

  private put(code: number): void {
    if (code === SPACE && this.skeleton[this.skeletonLength - 1] === SPACE) return;
    this.skeleton[this.skeletonLength++] = code === 108 ? 105 : code;
  }
}

/** Replaces the digits and signs of a lower-case text that stand for letters by those letters. */
export function undisguiseWords(text: string): string {
  return text.replace(MIXED_WORD, (word) => {
    const others = word.match(/[^a-z]/g)?.length ?? 0;
    if (others === 0 || others * 2 > word.length) return word;
    return String.fromCharCode(...Array.from(word, (sign) => undisguise(sign.charCodeAt(0))));
  });
}

function undisguise(code: number): number {
  if (code >= ZERO && code <= NINE) return LEET_DIGITS[code - ZERO] ?? code;
  if (code === 64) return A;
  return code === 36 ? 115 : code;
}

function isLetterCode(code: number): boolean {
  return code >= A && code <= Z;
}

function isWordCode(code: number): boolean {
  return isLetterCode(code) || (code >= ZERO && code <= NINE);
}

/** Two words of 32 bits: names and URLs are stored in this form. */
export interface Key {
  hi: number;
  lo: number;
}

const KEY_0 = 0x52616d70;
const KEY_1 = 0x61727421;
const INIT_2 = 0x6c796765;
const INIT_3 = 0x74656462;

/** Rounds for each word, and for each half of the result. */
const ROUNDS = 2;
const LAST_ROUNDS = 4;
const FIRST_WORDS = 1024;

/**
 * HalfSipHash-2-4 with 64 bits of result. A cryptographic digest costs more than a whole look-up; a
 * weaker hash would let somebody craft an address that collides with another one.
 */
export class TextHash {
  private words = new Int32Array(FIRST_WORDS);

  /** The tag keeps kinds of text apart: a host is never taken for a path. */
  of(text: string, tag: number): Key {
    const { length } = text;
    const words = this.room((length >> 2) + 2);
    words[0] = tag;
    const whole = length & ~3;
    for (let at = 0; at < whole; at += 4) {
      words[(at >> 2) + 1] =
        text.charCodeAt(at) |
        (text.charCodeAt(at + 1) << 8) |
        (text.charCodeAt(at + 2) << 16) |
        (text.charCodeAt(at + 3) << 24);
    }
    let last = length << 24;
    for (let at = length - 1; at >= whole; at -= 1) last |= text.charCodeAt(at) << ((at & 3) * 8);
    words[(whole >> 2) + 1] = last;
    return digest(words, (whole >> 2) + 2);
  }

  /** Joins two keys to a third, in this order. */
  join(one: Key, other: Key, tag: number): Key {
    const { words } = this;
    words[0] = tag;
    words[1] = one.hi;
    words[2] = one.lo;
    words[3] = other.hi;
    words[4] = other.lo;
    return digest(words, 5);
  }

  private room(count: number): Int32Array {
    if (count > this.words.length) this.words = new Int32Array(2 * count);
    return this.words;
  }
}

/**
 * All in one function for speed: as local variables the four words are numbers, as fields heap
 * objects.
 */
function digest(words: Int32Array, count: number): Key {
  let v0 = KEY_0;
  let v1 = KEY_1 ^ 0xee;
  let v2 = INIT_2 ^ KEY_0;
  let v3 = INIT_3 ^ KEY_1;
  let lo = 0;
  for (let at = 0; at < count + 2; at += 1) {
    const word = at < count ? (words[at] ?? 0) : 0;
    if (at === count) v2 ^= 0xee;
    if (at > count) {
      lo = (v1 ^ v3) >>> 0;
      v1 ^= 0xdd;
    }
    v3 ^= word;
    for (let left = at < count ? ROUNDS : LAST_ROUNDS; left > 0; left -= 1) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    v0 ^= word;
  }
  return { hi: (v1 ^ v3) >>> 0, lo };
}

export function compareKeys(one: Key, other: Key): number {
  return one.hi - other.hi || one.lo - other.lo;
}

/** Two words of 32 bits: the form in which lists keep names and addresses. */
export interface Key {
  hi: number;
  lo: number;
}

const KEY_0 = 0x52616d70;
const KEY_1 = 0x61727421;
const INIT_2 = 0x6c796765;
const INIT_3 = 0x74656462;

/**
 * HalfSipHash-2-4 with 64 bits of result. A cryptographic digest is not needed here and costs
 * more than a whole look-up; a hash without mixing would let somebody craft an address that
 * collides with another one (docs/decisions).
 */
export class TextHash {
  private v0 = 0;
  private v1 = 0;
  private v2 = 0;
  private v3 = 0;

  /** The tag keeps kinds of text apart: a host is never taken for a path. */
  of(text: string, tag: number): Key {
    this.start(tag);
    const { length } = text;
    const whole = length & ~3;
    for (let at = 0; at < whole; at += 4) {
      this.absorb(
        text.charCodeAt(at) |
          (text.charCodeAt(at + 1) << 8) |
          (text.charCodeAt(at + 2) << 16) |
          (text.charCodeAt(at + 3) << 24),
      );
    }
    let last = length << 24;
    for (let at = length - 1; at >= whole; at -= 1) last |= text.charCodeAt(at) << ((at & 3) * 8);
    this.absorb(last);
    return this.finish();
  }

  /** Joins two keys to a third, in this order. */
  join(one: Key, other: Key, tag: number): Key {
    this.start(tag);
    this.absorb(one.hi);
    this.absorb(one.lo);
    this.absorb(other.hi);
    this.absorb(other.lo);
    return this.finish();
  }

  private start(tag: number): void {
    this.v0 = KEY_0;
    this.v1 = KEY_1 ^ 0xee;
    this.v2 = INIT_2 ^ KEY_0;
    this.v3 = INIT_3 ^ KEY_1;
    this.absorb(tag);
  }

  private absorb(word: number): void {
    this.v3 ^= word;
    this.round();
    this.round();
    this.v0 ^= word;
  }

  private finish(): Key {
    this.v2 ^= 0xee;
    for (let round = 0; round < 4; round += 1) this.round();
    const lo = (this.v1 ^ this.v3) >>> 0;
    this.v1 ^= 0xdd;
    for (let round = 0; round < 4; round += 1) this.round();
    return { hi: (this.v1 ^ this.v3) >>> 0, lo };
  }

  private round(): void {
    let { v0, v1, v2, v3 } = this;
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
    this.v0 = v0;
    this.v1 = v1;
    this.v2 = v2;
    this.v3 = v3;
  }
}

export function compareKeys(one: Key, other: Key): number {
  return one.hi - other.hi || one.lo - other.lo;
}

/**
 * Adds a letter to a key of four letters in 32 bits. The key is exact for folded Latin letters, and for
 * two letters of any other writing between blanks.
 */
export function roll(key: number, code: number): number {
  return (key << 8) ^ code;
}

const LEAST_SLOTS = 1_024;
const SLOTS_PER_GRAM = 16;
const SPREAD = 0x9e3779b1;

/** The place at which each 4-gram of a query is counted. Most windows of a text meet an empty slot. */
export class GramTable {
  readonly size: number;
  private readonly keys: Int32Array;
  private readonly slots: Uint16Array;
  private readonly shift: number;

  constructor(grams: ReadonlySet<string>) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(LEAST_SLOTS, grams.size * SLOTS_PER_GRAM)));
    this.slots = new Uint16Array(slots);
    this.keys = new Int32Array(grams.size);
    this.shift = 32 - Math.log2(slots);
    let size = 0;
    for (const gram of grams) {
      let key = 0;
      for (let at = 0; at < gram.length; at += 1) key = roll(key, gram.charCodeAt(at));
      if (this.find(key) >= 0) continue;
      let slot = this.slotOf(key);
      while (this.slots[slot] !== 0) slot = (slot + 1) & (slots - 1);
      this.keys[size] = key;
      size += 1;
      this.slots[slot] = size;
    }
    this.size = size;
  }

  /** The place of a 4-gram, or -1. */
  find(key: number): number {
    let slot = this.slotOf(key);
    for (;;) {
      const place = (this.slots[slot] ?? 0) - 1;
      if (place < 0 || this.keys[place] === key) return place;
      slot = (slot + 1) & (this.slots.length - 1);
    }
  }

  private slotOf(key: number): number {
    return Math.imul(key, SPREAD) >>> this.shift;
  }
}

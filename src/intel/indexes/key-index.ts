import type { Run } from "./merge-runs.ts";

const KEYS_PER_BUCKET = 4;
const MAX_DIRECTORY_BITS = 22;
const NO_WORD = new Uint32Array(0);

/**
 * Sorted keys of one or two words, with the rows that have them. A directory of the first bits leads to
 * a few neighbouring keys, so a look-up reads memory in two or three places.
 */
export class KeyIndex {
  readonly size: number;
  private readonly hi: Uint32Array;
  private readonly lo: Uint32Array;
  private readonly references: Uint32Array;
  private readonly directory: Uint32Array;
  private readonly shift: number;

  constructor({ words, references }: Run) {
    this.hi = words[0] ?? NO_WORD;
    this.lo = words[1] ?? NO_WORD;
    this.references = references;
    this.size = references.length;
    const bits = directoryBits(this.size);
    this.shift = 32 - bits;
    this.directory = directoryOf(this.hi, bits);
  }

  get bytes(): number {
    return (
      this.hi.byteLength +
      this.lo.byteLength +
      this.references.byteLength +
      this.directory.byteLength
    );
  }

  /** Calls `take` for every row with the key. For keys of one word `lo` is 0. */
  visit(hi: number, lo: number, take: (reference: number) => void): void {
    for (let at = this.first(hi, lo); at < this.size && this.isAt(at, hi, lo); at += 1) {
      take(this.references[at] ?? 0);
    }
  }

  has(hi: number, lo: number): boolean {
    const at = this.first(hi, lo);
    return at < this.size && this.isAt(at, hi, lo);
  }

  /** All keys of one word with their rows, in order. */
  *entries(): Generator<readonly [key: number, reference: number]> {
    for (let at = 0; at < this.size; at += 1) {
      yield [this.hi[at] ?? 0, this.references[at] ?? 0] as const;
    }
  }

  /** The first place whose key is the one asked for or a greater one. */
  private first(hi: number, lo: number): number {
    const bucket = hi >>> this.shift;
    let from = this.directory[bucket] ?? 0;
    let to = this.directory[bucket + 1] ?? this.size;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.isBefore(middle, hi, lo)) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  private isBefore(at: number, hi: number, lo: number): boolean {
    const word = this.hi[at] ?? 0;
    return word === hi ? (this.lo[at] ?? 0) < lo : word < hi;
  }

  private isAt(at: number, hi: number, lo: number): boolean {
    return this.hi[at] === hi && (this.lo[at] ?? 0) === lo;
  }
}

function directoryBits(size: number): number {
  const wanted = Math.ceil(Math.log2(Math.max(2, size / KEYS_PER_BUCKET)));
  return Math.min(MAX_DIRECTORY_BITS, wanted);
}

function directoryOf(hi: Uint32Array, bits: number): Uint32Array {
  const buckets = 2 ** bits;
  const directory = new Uint32Array(buckets + 1);
  const shift = 32 - bits;
  let bucket = 0;
  for (let at = 0; at < hi.length; at += 1) {
    const here = (hi[at] ?? 0) >>> shift;
    for (; bucket <= here; bucket += 1) directory[bucket] = at;
  }
  directory.fill(hi.length, bucket);
  return directory;
}

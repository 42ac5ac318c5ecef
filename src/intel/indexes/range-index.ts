import { bigintOf, wordsOf, type Ipv6 } from "../indicators/ipv6.ts";
import { compareIpv6 } from "../indicators/ip-range.ts";
import type { Run } from "./merge-runs.ts";
import { sweepRanges, type Flattened } from "./sweep-ranges.ts";

const TOP_4 = 2 ** 32 - 1;
const TOP_6 = (1n << 128n) - 1n;
const DIRECTORY_BITS = 16;

/** Blocks of IPv4 addresses, flattened (sweep-ranges.ts). */
export class Ipv4Ranges {
  private readonly boundaries: Uint32Array;
  private readonly offsets: Uint32Array;
  private readonly lists: Uint32Array;
  private readonly directory: Uint32Array;

  constructor({ boundaries, offsets, lists }: Flattened<number>) {
    this.boundaries = Uint32Array.from(boundaries);
    this.offsets = Uint32Array.from(offsets);
    this.lists = Uint32Array.from(lists);
    this.directory = directoryOf(this.boundaries);
  }

  static *from({ words, references }: Run): Generator<void, Ipv4Ranges> {
    const [first = new Uint32Array(0), last = new Uint32Array(0)] = words;
    const next = (address: number) => address + 1;
    return new Ipv4Ranges(yield* sweepRanges({ first, last, references, top: TOP_4, next }));
  }

  get bytes(): number {
    const { boundaries, offsets, lists, directory } = this;
    return [boundaries, offsets, lists, directory].reduce((sum, part) => sum + part.byteLength, 0);
  }

  visit(address: number, take: (reference: number) => void): void {
    const bucket = address >>> (32 - DIRECTORY_BITS);
    let from = this.directory[bucket] ?? 0;
    let to = this.directory[bucket + 1] ?? this.boundaries.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.boundaries[middle] ?? 0) <= address) from = middle + 1;
      else to = middle;
    }
    if (from > 0) visitList(this.lists, this.offsets[from - 1] ?? 0, take);
  }
}

/** Blocks of IPv6 addresses, flattened; single addresses are blocks of one. */
export class Ipv6Ranges {
  private readonly boundaries: readonly Ipv6[];
  private readonly offsets: Uint32Array;
  private readonly lists: Uint32Array;

  constructor({ boundaries, offsets, lists }: Flattened<bigint>) {
    this.boundaries = boundaries.map(wordsOf);
    this.offsets = Uint32Array.from(offsets);
    this.lists = Uint32Array.from(lists);
  }

  static *from({ words, references }: Run): Generator<void, Ipv6Ranges> {
    const numbers = (at: number) =>
      Array.from(references, (_, row) =>
        bigintOf([0, 1, 2, 3].map((word) => words[at + word]?.[row] ?? 0)),
      );
    const [first, last] = [numbers(0), numbers(4)];
    const next = (address: bigint) => address + 1n;
    return new Ipv6Ranges(yield* sweepRanges({ first, last, references, top: TOP_6, next }));
  }

  visit(address: Ipv6, take: (reference: number) => void): void {
    let from = 0;
    let to = this.boundaries.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const boundary = this.boundaries[middle];
      if (boundary !== undefined && compareIpv6(boundary, address) <= 0) from = middle + 1;
      else to = middle;
    }
    if (from > 0) visitList(this.lists, this.offsets[from - 1] ?? 0, take);
  }
}

function visitList(lists: Uint32Array, offset: number, take: (reference: number) => void): void {
  const count = lists[offset] ?? 0;
  for (let at = offset + 1; at <= offset + count; at += 1) take(lists[at] ?? 0);
}

/**
 * For each value of the first bits, the index of the first boundary with these bits or greater
 * ones.
 */
function directoryOf(boundaries: Uint32Array): Uint32Array {
  const directory = new Uint32Array(2 ** DIRECTORY_BITS + 1);
  let bucket = 0;
  for (const [at, boundary] of boundaries.entries()) {
    const here = boundary >>> (32 - DIRECTORY_BITS);
    for (; bucket <= here; bucket += 1) directory[bucket] = at;
  }
  directory.fill(boundaries.length, bucket);
  return directory;
}

import { finish } from "../../model/hash.ts";

/** Features come in groups; each has its own weight, shared among however many features a message has of it. */
export const WORDS = 0;
export const CHARACTERS = 1;
export const FORM = 2;
export const SUBJECT = 3;
export const ORIGIN = 4;
export const GROUP_WEIGHTS = [0.7, 1.3, 0.6, 0.5, 0.5] as const;

/** The distinct buckets of one message, in the order found. One collector serves one isolate, message by message. */
export class Collector {
  readonly bits: number;
  readonly ids: Uint32Array;
  readonly ends = new Uint32Array(GROUP_WEIGHTS.length);
  length = 0;
  private readonly seen: Uint32Array;
  private turn = 0;
  private group = 0;

  constructor(bits: number) {
    this.bits = bits;
    this.ids = new Uint32Array(1 << bits);
    this.seen = new Uint32Array(1 << bits);
  }

  begin(): void {
    this.turn++;
    this.length = 0;
    this.ends.fill(0);
  }

  enter(group: number): void {
    this.group = group;
  }

  leave(): void {
    this.ends.fill(this.length, this.group);
  }

  add(hash: number): void {
    const id = finish(hash) >>> (32 - this.bits);
    if (this.seen[id] === this.turn) return;
    this.seen[id] = this.turn;
    this.ids[this.length++] = id;
  }

  /** The value that every feature of a group has in this message. */
  valueOf(group: number): number {
    const count = (this.ends[group] ?? 0) - (group === 0 ? 0 : (this.ends[group - 1] ?? 0));
    return count === 0 ? 0 : (GROUP_WEIGHTS[group] ?? 0) / Math.sqrt(count);
  }
}

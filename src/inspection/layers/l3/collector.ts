import { finish } from "../../model/hash.ts";

/**
 * The groups of features. Each has a weight, which all features that a message has of that group share.
 */
export const WORDS = 0;
export const CHARACTERS = 1;
export const FORM = 2;
export const SUBJECT = 3;
export const TITLE = 4;
export const ORIGIN = 5;
export const TOKENS = 6;
export const NAME = 7;
export const ADDRESS = 8;
export const EDGES = 9;
export const LAYOUT = 10;
export const NUMBERS = 11;
export const GROUPS = 12;

/** Features beyond this are left out; only a hostile text has so many. */
const MAX_FEATURES = 65_536;
const LAST_TURN = 255;

/**
 * Collects the distinct buckets of one message, in the order found. An isolate uses one collector for
 * message after message.
 */
export class Collector {
  readonly bits: number;
  readonly ids = new Uint32Array(MAX_FEATURES);
  readonly ends = new Uint32Array(GROUPS);
  length = 0;
  /**
   * For each bucket the number (1 to 255) of the last message that had it. One byte each fits into a
   * core's cache.
   */
  private readonly seen: Uint8Array;
  private shares: readonly number[] = [];
  private turn = 0;
  private group = 0;

  constructor(bits: number) {
    this.bits = bits;
    this.seen = new Uint8Array(1 << bits);
  }

  /** Begins a message; `shares` are the weights of its groups. */
  begin(shares: readonly number[]): void {
    if (this.turn === LAST_TURN) {
      this.seen.fill(0);
      this.turn = 0;
    }
    this.turn++;
    this.length = 0;
    this.ends.fill(0);
    this.shares = shares;
  }

  /** Begins a group. Groups must be entered in their order. */
  enter(group: number): void {
    this.group = group;
  }

  leave(): void {
    this.ends.fill(this.length, this.group);
  }

  add(hash: number): void {
    const id = finish(hash) >>> (32 - this.bits);
    if (this.seen[id] === this.turn || this.length === MAX_FEATURES) return;
    this.seen[id] = this.turn;
    this.ids[this.length++] = id;
  }

  /** The value that every feature of a group has in this message. */
  valueOf(group: number): number {
    const count = (this.ends[group] ?? 0) - (group === 0 ? 0 : (this.ends[group - 1] ?? 0));
    return count === 0 ? 0 : (this.shares[group] ?? 0) / Math.sqrt(count);
  }
}

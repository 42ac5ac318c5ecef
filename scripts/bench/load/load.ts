import type { Call } from "../case.ts";

export const CONNECTIONS = 16;

/** The sides of a comparison have the runtime in turn, for so long at a time. */
export const BLOCK_MS = 100;
/** Of each block, so that what is under way is answered before the other side begins. */
export const REST_MS = 20;

/** A second of either side that is not counted: while one was warmed the other fell asleep. */
export const SETTLING_BLOCKS = 10;

export interface Turn {
  requests: number;
  perSecond: number;
}

export interface Side {
  url: string;
  call: Call;
}

export interface Load {
  name: string;
  run: (side: Side, seconds: number) => Promise<Turn>;
  /** How many requests were answered in each block: a list for each side, in their order. */
  takeBlocks: (sides: readonly Side[], blocks: number) => Promise<number[][]>;
}

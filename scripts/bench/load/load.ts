import type { Call } from "../case.ts";

export const CONNECTIONS = 16;

/** How long each side of a comparison has the runtime before the other's turn. */
export const BLOCK_MS = 100;
/**
 * The end of each block, in which nothing is sent, so that requests under way are answered before the
 * other side begins.
 */
export const REST_MS = 20;

/** A second of each side that is not counted: while one side was warmed, the other became cold. */
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

/** A reference is one number: the segment in the index, and the row in its table. */
const ROW_BITS = 20;
const ROW_MASK = (1 << ROW_BITS) - 1;

/** The most rows of a table that is held in memory. */
export const MAX_ROWS = 1 << ROW_BITS;
export const MAX_SEGMENTS = 1 << (32 - ROW_BITS);

export function referenceTo(segment: number, row: number): number {
  return ((segment << ROW_BITS) | row) >>> 0;
}

export function segmentOf(reference: number): number {
  return reference >>> ROW_BITS;
}

export function rowOf(reference: number): number {
  return reference & ROW_MASK;
}

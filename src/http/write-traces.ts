import { randomHex } from "./random-hex.ts";

/** Of each half of a trace id, and of a span id. */
const BYTES = 8;
/** So many are written out at once, which costs each of them less (decision 0003). */
const WRITTEN = 128;

/** Of a `traceparent` (W3C) that begins here. */
export const TRACE_LENGTH = traceOf("0".repeat(2 * BYTES), "0".repeat(2 * BYTES)).length;

/**
 * New traces, one behind the other. Those that are written together have half of their id in common,
 * and the span that begins one is named by the other half, as tracers have long done.
 */
export function writeTraces(): string {
  const common = randomHex(BYTES);
  let written = "";
  for (let count = 0; count < WRITTEN; count += 1) written += traceOf(common, randomHex(BYTES));
  return written;
}

function traceOf(common: string, own: string): string {
  return `00-${common}${own}-${own}-01`;
}

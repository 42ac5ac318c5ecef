import { randomHex } from "./random-hex.ts";

/** Length of half a trace id, and of a span id. */
const BYTES = 8;
/** Traces written in one go, which makes each cheaper (decision 0003). */
const WRITTEN = 128;

/** The length of one `traceparent` (W3C). */
export const TRACE_LENGTH = traceOf("0".repeat(2 * BYTES), "0".repeat(2 * BYTES)).length;

/**
 * New traces, one behind the other in one text. Those written together share half of their trace id;
 * the other half is also the id of the trace's first span.
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

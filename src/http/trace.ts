import { randomHex } from "./random-hex.ts";
import { TRACE_LENGTH, writeTraces } from "./write-traces.ts";

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const VERSION = "00";
const INVALID_VERSION = "ff";
const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
const ZERO_TRACE = "0".repeat(2 * TRACE_BYTES);
const ZERO_SPAN = "0".repeat(2 * SPAN_BYTES);

/** Traces written in one go (write-traces.ts), and how much of that text is used up. */
let written = "";
let handedOut = 0;

/** The `traceparent` of an answer: the caller's W3C trace with a span of our own, or a new one. */
export function continueTrace(traceparent: string | null): string {
  if (traceparent === null) return startTrace();
  const [, version, traceId, parentId, flags, rest] = TRACEPARENT.exec(traceparent) ?? [];
  const usable =
    traceId !== undefined &&
    flags !== undefined &&
    traceId !== ZERO_TRACE &&
    parentId !== ZERO_SPAN &&
    version !== INVALID_VERSION &&
    // Only a later version of the format may have more fields.
    (version !== VERSION || rest === undefined);
  return usable ? `${VERSION}-${traceId}-${randomHex(SPAN_BYTES)}-${flags}` : startTrace();
}

export function traceIdOf(traceparent: string): string {
  return traceparent.slice(VERSION.length + 1, VERSION.length + 1 + ZERO_TRACE.length);
}

function startTrace(): string {
  if (handedOut === written.length) {
    written = writeTraces();
    handedOut = 0;
  }
  handedOut += TRACE_LENGTH;
  return written.slice(handedOut - TRACE_LENGTH, handedOut);
}

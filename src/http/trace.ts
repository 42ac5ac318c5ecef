import { randomHex } from "./random-hex.ts";

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const VERSION = "00";
const INVALID_VERSION = "ff";
const ZERO_TRACE = "0".repeat(32);
const ZERO_SPAN = "0".repeat(16);

export interface Trace {
  traceId: string;
  spanId: string;
  flags: string;
}

/** Continues the caller's W3C trace with a span of our own, or starts a new one. */
export function continueTrace(traceparent: string | null): Trace {
  if (traceparent === null) return startTrace();
  const [, version, traceId, parentId, flags, rest] = TRACEPARENT.exec(traceparent) ?? [];
  const usable =
    traceId !== undefined &&
    flags !== undefined &&
    traceId !== ZERO_TRACE &&
    parentId !== ZERO_SPAN &&
    version !== INVALID_VERSION &&
    // Only a version to come may say more than ours.
    (version !== VERSION || rest === undefined);
  return usable ? { traceId, spanId: randomHex(8), flags } : startTrace();
}

function startTrace(): Trace {
  return { traceId: randomHex(16), spanId: randomHex(8), flags: "01" };
}

export function traceparentOf(trace: Trace): string {
  return `${VERSION}-${trace.traceId}-${trace.spanId}-${trace.flags}`;
}

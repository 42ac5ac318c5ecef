import { randomHex } from "./random-hex.ts";

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const VERSION = "00";
const INVALID_VERSION = "ff";
const SAMPLED = "01";
const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
const ZERO_TRACE = "0".repeat(2 * TRACE_BYTES);
const ZERO_SPAN = "0".repeat(2 * SPAN_BYTES);

/** A trace as W3C has it, without a span. */
export interface Trace {
  id: string;
  flags: string;
}

/** The trace that the caller's `traceparent` names, or a new one. */
export function continueTrace(traceparent: string | null): Trace {
  if (traceparent === null) return startTrace();
  const [, version, id, parentId, flags, rest] = TRACEPARENT.exec(traceparent) ?? [];
  const usable =
    id !== undefined &&
    flags !== undefined &&
    id !== ZERO_TRACE &&
    parentId !== ZERO_SPAN &&
    version !== INVALID_VERSION &&
    // Only a later version of the format may have more fields.
    (version !== VERSION || rest === undefined);
  return usable ? { id, flags } : startTrace();
}

export function startTrace(): Trace {
  return { id: randomHex(TRACE_BYTES), flags: SAMPLED };
}

/** The `traceparent` that whoever we ask is sent: the trace with a span of our own. */
export function traceparentOf({ id, flags }: Trace): string {
  return `${VERSION}-${id}-${randomHex(SPAN_BYTES)}-${flags}`;
}

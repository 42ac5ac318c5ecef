import { NOT_COUNTED_BYTES, Problem, refuse, refuseNotNow, type Refusal } from "../http/index.ts";
import { growTo, SMALL_BYTES, type Held } from "./hold-room.ts";
import { MINUTE_MS } from "./spans.ts";
import { LATE, withinTime } from "./within-time.ts";

/** Bytes of a read, for which room stands ready before they come: few where many may wait. */
const STEP_BYTES = NOT_COUNTED_BYTES;
/** The same in a large body: a read of 4 KiB, as the platform makes by itself, costs as much. */
const LARGE_STEP_BYTES = 64 * 1024;
/** How long each of these reads may take; a slow line of a telephone needs a quarter of it. */
export const STEP_MS = MINUTE_MS;

/**
 * Reads a body and takes room for it as its bytes come, and not as they are announced: who announces
 * much and sends nothing would keep everybody out. Without room the body ends with 503. Each piece is
 * to be copied or decoded at once: the next one comes in the same memory.
 */
export async function* countArriving(
  body: ReadableStream<Uint8Array>,
  own: Held,
  now: () => number,
): AsyncGenerator<Uint8Array> {
  // The order comes from another request, which may not touch this one's reader itself.
  const { promise: ordered, resolve } = Promise.withResolvers<undefined>();
  own.giveWay = () => resolve(undefined);
  const reader = body.getReader({ mode: "byob" });
  let buffer = new ArrayBuffer(STEP_BYTES);
  let arrived = 0;
  try {
    for (;;) {
      const bytes = arrived < SMALL_BYTES ? STEP_BYTES : LARGE_STEP_BYTES;
      if (buffer.byteLength !== bytes) buffer = new ArrayBuffer(bytes);
      const step = reader.readAtLeast(bytes, new Uint8Array(buffer));
      const read = await withinTime(Promise.race([ordered, step]), STEP_MS);
      if (read === LATE) throw new Problem(bodyTooSlow());
      if (read?.done === true) own.giveWay = undefined;
      arrived += read?.value?.byteLength ?? 0;
      if (read === undefined || !growTo(own, arrived, now())) throw new Problem(refuseNotNow());
      if (read.done) return;
      yield read.value;
      // A read takes the buffer away and gives it back with its bytes.
      buffer = read.value.buffer;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function bodyTooSlow(): Refusal {
  return refuse(408, "body_too_slow", "The body did not arrive in time; send it again.");
}

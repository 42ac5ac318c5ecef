import { NOT_COUNTED_BYTES, Problem, refuse, refuseNotNow, type Refusal } from "../http/index.ts";
import { growTo, type Held } from "./hold-room.ts";
import { MINUTE_MS } from "./spans.ts";
import { LATE, withinTime } from "./within-time.ts";

/** Bytes of the first read, for which a buffer stands ready before they come: few, as many may wait. */
const FIRST_STEP_BYTES = NOT_COUNTED_BYTES;
/** The same for each further read, counted before they come: shorter reads take a third more time. */
const STEP_BYTES = 64 * 1024;
/** How long each of these reads may take; a slow line of a telephone needs a quarter of it. */
export const STEP_MS = MINUTE_MS;

/**
 * Reads a body and takes room for it as its bytes come, because who announces much and sends nothing
 * would keep everybody out; without room it ends with 503. Each piece is to be copied or decoded at
 * once: the next one comes in the same memory.
 */
export async function* countArriving(
  body: ReadableStream<Uint8Array>,
  declared: number | undefined,
  own: Held,
  now: () => number,
): AsyncGenerator<Uint8Array> {
  // The order comes from another request, which may not touch this one's reader itself.
  const { promise: ordered, resolve } = Promise.withResolvers<undefined>();
  own.giveWay = () => resolve(undefined);
  const reader = body.getReader({ mode: "byob" });
  let buffer = new ArrayBuffer(FIRST_STEP_BYTES);
  let arrived = 0;
  let isWhole = false;
  try {
    while (!isWhole) {
      const step = arrived === 0 ? FIRST_STEP_BYTES : STEP_BYTES;
      const bytes = Math.min(step, (declared ?? Infinity) - arrived);
      if (!growTo(own, arrived + bytes, now())) throw new Problem(refuseNotNow());
      if (buffer.byteLength !== bytes) buffer = new ArrayBuffer(bytes);
      const reading = reader.readAtLeast(bytes, new Uint8Array(buffer));
      const read = await withinTime(Promise.race([ordered, reading]), STEP_MS);
      if (read === LATE) throw new Problem(bodyTooSlow());
      arrived += read?.value?.byteLength ?? 0;
      // Another read, only to be told that this was all, would take as long as one that brings bytes.
      isWhole = read?.done === true || arrived === declared;
      if (isWhole) own.giveWay = undefined;
      if (read === undefined || (isWhole && !growTo(own, arrived, now()))) {
        throw new Problem(refuseNotNow());
      }
      if (read.done) return;
      yield read.value;
      // A read takes the buffer away and gives it back with its bytes.
      buffer = read.value.buffer;
    }
  } finally {
    if (!isWhole) reader.cancel().catch(() => {});
  }
}

function bodyTooSlow(): Refusal {
  return refuse(408, "body_too_slow", "The body did not arrive in time; send it again.");
}

import { Problem, refuseNotNow } from "../http/index.ts";
import { growTo, type Held } from "./hold-room.ts";

/** Bytes of a read: one of 4 KiB, as the platform reads by itself, costs as much. */
const STEP_BYTES = 64 * 1024;

interface Counted {
  own: Held;
  stream: ReadableStream<Uint8Array>;
}

/**
 * Takes room for a body as its bytes come, and not as they are announced: who announces much and sends
 * nothing would keep everybody out. Without room the body ends with 503. `times` says how often its
 * bytes are held until it is answered.
 */
export function countArriving(
  body: ReadableStream<Uint8Array>,
  holder: string,
  now: () => number,
  times: number,
): Counted {
  // The order comes from another request, which may not touch this one's reader itself.
  const { promise: ordered, resolve } = Promise.withResolvers<undefined>();
  const own: Held = { holder, bytes: 0, until: 0, giveWay: () => resolve(undefined) };
  // Only once it is read: of a body that is refused by its length, the rest is read by the runtime.
  let reader: ReadableStreamBYOBReader | undefined;
  let arrived = 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    reader ??= body.getReader({ mode: "byob" });
    const step = reader.readAtLeast(STEP_BYTES, new Uint8Array(STEP_BYTES));
    const read = await Promise.race([ordered, step]);
    arrived += read?.value?.byteLength ?? 0;
    if (read?.done === true) own.giveWay = undefined;
    if (read === undefined || !growTo(own, times * arrived, now())) {
      reader.cancel().catch(() => {});
      throw new Problem(refuseNotNow());
    }
    if (read.done) controller.close();
    else controller.enqueue(read.value);
  };
  const cancel = (reason: unknown) => (reader ?? body).cancel(reason);
  return { own, stream: new ReadableStream({ pull, cancel }, { highWaterMark: 0 }) };
}

import { LATE, withinTime } from "../../platform/index.ts";
import { EventCutter } from "./cut-events.ts";

/** Far above what the limit of tokens lets through, an event for each. */
const MOST_BYTES = 8 * 1024 * 1024;
/** An answer that takes longer is one that somebody keeps open. */
const LONGEST_MS = 5 * 60_000;

/**
 * The data of server-sent events, one after the other; comments, names and what has no data
 * are passed over. A server that sends nothing else has fallen silent all the same, and one whose events say
 * nothing is not heard for ever.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
  signal?: AbortSignal,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  // A body that waits for more does not hear of the signal of its fetch.
  const leave = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener("abort", leave);
  const decoder = new TextDecoder();
  const events = new EventCutter();
  const end = Date.now() + LONGEST_MS;
  let left = MOST_BYTES;
  try {
    for (let by = Date.now() + idleMs; ;) {
      const read = await withinTime(reader.read(), Math.min(by, end) - Date.now());
      if (read === LATE) throw new DOMException("nothing came in time", "TimeoutError");
      const { done, value } = read;
      left -= value?.byteLength ?? 0;
      if (left < 0) throw new Error("a stream without an end");
      const text = done ? `${decoder.decode()}\n` : decoder.decode(value, { stream: true });
      for (const data of events.push(text)) {
        if (data === "") continue;
        yield data;
        by = Date.now() + idleMs;
      }
      if (done) return;
    }
  } finally {
    signal?.removeEventListener("abort", leave);
    await reader.cancel().catch(() => undefined);
  }
}

import { LATE, MINUTE_MS, withinTime } from "../../platform/index.ts";
import { EventCutter } from "./cut-events.ts";

/** Far above what the token limit allows, even with one event for each token. */
const MOST_BYTES = 8 * 1024 * 1024;
/** A stream that takes longer is ended. */
const LONGEST_MS = 5 * MINUTE_MS;

/**
 * Reads the data of server-sent events, one after the other. Comments, names and events without data
 * are left out and do not count as a sign of life, and the whole stream is bounded in bytes and time.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
  signal?: AbortSignal,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  // While a read of the body is pending, the signal of its fetch does not end it.
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

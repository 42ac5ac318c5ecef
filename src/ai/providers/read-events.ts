import { LATE, withinTime } from "../../platform/index.ts";
import { EventCutter } from "./cut-events.ts";

/**
 * The data of server-sent events, one after the other; comments and names are passed over. A server
 * that sends nothing else than comments has fallen silent all the same.
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
  try {
    for (let by = Date.now() + idleMs; ;) {
      const read = await withinTime(reader.read(), by - Date.now());
      if (read === LATE) throw new DOMException("nothing came in time", "TimeoutError");
      const { done, value } = read;
      const text = done ? `${decoder.decode()}\n` : decoder.decode(value, { stream: true });
      for (const data of events.push(text)) {
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

/** One event may carry as much; a server that sends more without an end has lost its way. */
const MAX_EVENT = 256_000;
const LINE_END = /\r\n|\n|\r(?!$)/;

/** The data of server-sent events, one after the other; comments and names are passed over. */
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
  let rest = "";
  let data: string[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await withinTime(reader.read(), idleMs);
      rest += done ? `${decoder.decode()}\n` : decoder.decode(value, { stream: true });
      if (rest.length > MAX_EVENT) throw new Error("an event without an end");
      const lines = rest.split(LINE_END);
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line === "" && data.length > 0) {
          yield data.join("\n");
          data = [];
          size = 0;
        } else if (line.startsWith("data:")) {
          size += line.length;
          if (size > MAX_EVENT) throw new Error("an event without an end");
          data.push(line.slice("data:".length).replace(/^ /, ""));
        }
      }
      if (done) return;
    }
  } finally {
    signal?.removeEventListener("abort", leave);
    await reader.cancel().catch(() => undefined);
  }
}

async function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error("nothing came in time"));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

import type { Context } from "hono";
import { raw } from "../../http/index.ts";
import { splitSentences } from "../text/split-sentences.ts";

export interface StreamEvent {
  event: string;
  data: unknown;
}

export function wantsStream(c: Context): boolean {
  return c.req.header("accept")?.includes("text/event-stream") === true;
}

/** Server-sent events with growing ids; the last one carries the whole body of the contract. */
export function answerEvents(
  c: Context,
  events: StreamEvent[],
  headers: Record<string, string>,
): Response {
  const lines = events.map(
    ({ event, data }, at) => `id: ${at + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
  );
  return raw(c, lines.join(""), {
    ...headers,
    "content-type": "text/event-stream; charset=utf-8",
    "x-accel-buffering": "no",
  });
}

/** An answer in the steps in which it is read. */
export function deltasOf(answer: string): StreamEvent[] {
  const spans = splitSentences(answer);
  return spans.map(({ start }, at) => ({
    event: "delta",
    data: { text: answer.slice(at === 0 ? 0 : start, spans[at + 1]?.start ?? answer.length) },
  }));
}

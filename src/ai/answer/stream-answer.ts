import type { Context } from "hono";
import * as z from "zod";
import {
  asksFor,
  failureOf,
  INTERNAL,
  Problem,
  raw,
  refusalOf,
  type Refusal,
} from "../../http/index.ts";
import { given, withinTime, type Rampart } from "../../platform/index.ts";
import { AI_HEADERS } from "../caller.ts";
import { EventStream } from "./event-stream.ts";
import { NamedEvents } from "./named-events.ts";
import { UiMessages } from "./ui-messages.ts";

/** Named in the query for a stream in the form of its UI messages. */
const AI_SDK = "ai-sdk";
export const streamQuery = z.object({ protocol: z.literal(AI_SDK).optional() });
/** For the description: what `streamAnswer` says. */
export const STREAM_HEADERS = [...AI_HEADERS, "X-Vercel-AI-UI-Message-Stream"];
/** So long the headers wait to be able to say who answers. */
const HEADERS_WITHIN_MS = 5_000;

/**
 * Answers with what `work` sends. What it refuses before it has begun is an answer of its own; what
 * fails later can only be told as an event.
 */
export async function streamAnswer(
  c: Context<Rampart>,
  traceId: string,
  route: string,
  work: (stream: EventStream) => Promise<void>,
): Promise<Response> {
  const form = isForUi(c) ? new UiMessages() : new NamedEvents();
  const stream = new EventStream({ traceId, route }, c.req.raw.signal, form);
  const done = work(stream).then(() => stream.end());
  let late = false;
  const told = done.catch((error: Error) => {
    if (late) tellFailure(c, stream, traceId, error);
    stream.end();
    if (!late) throw error;
  });
  // When the client has gone, there is time to end the call of the model and to write it down.
  c.executionCtx.waitUntil(told.catch(() => {}));
  await withinTime(Promise.race([told, stream.begun]), HEADERS_WITHIN_MS);
  late = true;
  const { source } = stream;
  return raw(c, stream.body, {
    "x-trace-id": traceId,
    ...form.headers,
    ...given({ "x-ai-provider": source?.provider, "x-ai-degraded": source?.degraded }),
    "content-type": "text/event-stream; charset=utf-8",
    "x-accel-buffering": "no",
  });
}

/**
 * The request's own line said 200 when the stream began, so a failure is a line of its own. A refusal
 * that comes so late, as of a limit behind a model that did not answer, is no failure.
 */
function tellFailure(c: Context<Rampart>, stream: EventStream, traceId: string, thrown: Error) {
  const { id: requestId, about } = c.get("call");
  if (!(thrown instanceof Problem)) {
    c.get("platform").log({
      level: "error",
      event: "ai_stream_failed",
      requestId,
      traceId,
      tenantId: about.tenantId,
      reason: failureOf(thrown),
    });
  }
  const refusal: Omit<Refusal, "status" | "refused"> = refusalOf(thrown) ?? INTERNAL;
  const { error, message, retryAfterSeconds: wait } = refusal;
  // What a header said of an answer that has not begun.
  const after = wait === undefined ? {} : { retryAfterSeconds: Math.ceil(wait) };
  stream.send("error", { error, message, requestId, ...after });
}

/** Whoever names the protocol wants a stream; `useChat` sends no `Accept` that says so. */
export function wantsStream(c: Context): boolean {
  return isForUi(c) || asksFor(c.req.header("accept"), "text/event-stream");
}

function isForUi(c: Context): boolean {
  return c.req.query("protocol") === AI_SDK;
}

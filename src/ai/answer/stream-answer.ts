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

/** In the query, this asks for a stream in the form of AI SDK's UI messages. */
const AI_SDK = "ai-sdk";
export const streamQuery = z.object({ protocol: z.literal(AI_SDK).optional() });
/** The headers that `streamAnswer` sets, for the API description. */
export const STREAM_HEADERS = [...AI_HEADERS, "X-Vercel-AI-UI-Message-Stream"];
/** How long the headers wait, so that they can say who answers. */
const HEADERS_WITHIN_MS = 5_000;

/**
 * Streams what `work` sends. A refusal before the stream has begun is an answer of its own; what fails
 * later can only be sent as an event.
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
  const finished = done.catch((error: Error) => {
    if (late) tellFailure(c, stream, traceId, error);
    stream.end();
    if (!late) throw error;
  });
  // After the client has gone, this leaves time to end the call of the model and to record it.
  c.executionCtx.waitUntil(finished.catch(() => {}));
  await withinTime(Promise.race([finished, stream.begun]), HEADERS_WITHIN_MS);
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
 * Sends a failure as an event, and logs it: the request's own log line says 200, because the stream had
 * begun. A late refusal, such as a limit after a model that did not answer, is not logged as a failure.
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
  // An answer that has not begun says this in a header.
  const after = wait === undefined ? {} : { retryAfterSeconds: Math.ceil(wait) };
  stream.send("error", { error, message, requestId, ...after });
}

/**
 * Whether the client wants a stream. Naming the protocol is enough, because `useChat` sends no `Accept`
 * that says so.
 */
export function wantsStream(c: Context): boolean {
  return isForUi(c) || asksFor(c.req.header("accept"), "text/event-stream");
}

function isForUi(c: Context): boolean {
  return c.req.query("protocol") === AI_SDK;
}

import type { Context } from "hono";
import * as z from "zod";
import { asksFor, failureOf, raw } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import type { Part, Source } from "./stream-model.ts";
import { NamedEvents, type EventForm } from "./named-events.ts";
import { UiMessages } from "./ui-messages.ts";
import { AI_HEADERS } from "../caller.ts";
import { pause } from "../pause.ts";
import { splitSentences } from "../text/split-sentences.ts";

/** Named in the query for a stream in the form of its UI messages. */
const AI_SDK = "ai-sdk";
export const streamQuery = z.object({ protocol: z.literal(AI_SDK).optional() });
/** For the description: what `streamAnswer` says. */
export const STREAM_HEADERS = [...AI_HEADERS, "X-Vercel-AI-UI-Message-Stream"];
const HEARTBEAT_MS = 15_000;
/** The runtime notices that a client has gone when something is written to it, and not before. */
const NOTICED_WITHIN_MS = 1_000;
/** So long the headers wait to be able to say who answers. */
const HEADERS_WITHIN_MS = 5_000;

/** Server-sent events. What is sent after the client has gone is lost. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Fires when the client has gone. */
  readonly signal: AbortSignal;
  source: Source | undefined;
  /** Resolves when it is known who answers. */
  readonly begun: Promise<void>;
  private readonly noteBegun: () => void;
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  private readonly gone = new AbortController();
  private readonly meta: Record<string, unknown>;
  private readonly encoder = new TextEncoder();
  private isOpen = false;
  private readonly form: EventForm;
  private writtenAt = Date.now();
  private readonly heart: ReturnType<typeof setInterval>;

  constructor(
    meta: Record<string, unknown>,
    client: AbortSignal,
    form: EventForm = new NamedEvents(),
  ) {
    this.meta = meta;
    this.form = form;
    client.addEventListener("abort", () => this.leave());
    this.signal = this.gone.signal;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.begun = promise;
    this.noteBegun = resolve;
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.controller = controller;
      },
      cancel: () => this.leave(),
    });
    this.heart = setInterval(() => this.write(": still here\n\n"), HEARTBEAT_MS);
  }

  /** Says what comes, before it is known who answers. */
  open(): void {
    if (!this.isOpen) this.send("meta", this.meta);
  }

  /** Says who answers, before anything of the answer: in a second `meta` where one went before. */
  begin(source: Source): void {
    if (this.source !== undefined) return;
    this.source = source;
    this.noteBegun();
    this.send("meta", { ...this.meta, ...source });
  }

  send(event: string, data: unknown): void {
    this.isOpen = true;
    this.write(this.form.write(event, data));
  }

  /** Part of an answer: what it cites first. */
  tell({ answer, citations }: Part): void {
    for (const citation of citations) this.send("citation", citation);
    this.say(answer);
  }

  /** A text in the steps in which it is read. */
  say(text: string): void {
    const spans = splitSentences(text);
    for (const [at, { start }] of spans.entries()) {
      const piece = text.slice(at === 0 ? 0 : start, spans[at + 1]?.start ?? text.length);
      this.send("delta", { text: piece });
    }
  }

  /** A model that speaks and is not let through yet costs money: is anybody there? */
  heard(): void {
    if (Date.now() - this.writtenAt >= NOTICED_WITHIN_MS) this.write(":\n\n");
  }

  /** Ends an answer that its model did not end. */
  breakOff(): void {
    this.send("error", {
      error: "llm_interrupted",
      message: "The model broke off; what came before is checked, but is not all.",
    });
  }

  end(): void {
    const { controller } = this;
    this.close();
    controller?.close();
  }

  private leave(): void {
    this.close();
    this.gone.abort();
  }

  private write(text: string): void {
    this.writtenAt = Date.now();
    this.controller?.enqueue(this.encoder.encode(text));
  }

  private close(): void {
    clearInterval(this.heart);
    this.controller = undefined;
  }
}

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
  const told = done.catch((error: unknown) => {
    if (!late) {
      stream.end();
      throw error;
    }
    const { id: requestId, about } = c.get("call");
    // The request's own line said 200 when the stream began.
    c.get("platform").log({
      level: "error",
      event: "ai_stream_failed",
      requestId,
      traceId,
      tenantId: about.tenantId,
      reason: failureOf(error),
    });
    stream.send("error", {
      error: "internal_error",
      message: "Something went wrong.",
      requestId,
    });
    stream.end();
  });
  // When the client has gone, there is time to end the call of the model and to write it down.
  c.executionCtx.waitUntil(told.catch(() => {}));
  await Promise.race([told, stream.begun, pause(HEADERS_WITHIN_MS)]);
  late = true;
  const { source } = stream;
  return raw(c, stream.body, {
    "x-trace-id": traceId,
    ...form.headers,
    ...(source === undefined ? {} : { "x-ai-provider": source.provider }),
    ...(source?.degraded === undefined ? {} : { "x-ai-degraded": source.degraded }),
    "content-type": "text/event-stream; charset=utf-8",
    "x-accel-buffering": "no",
  });
}

/** Whoever names the protocol wants a stream; `useChat` sends no `Accept` that says so. */
export function wantsStream(c: Context): boolean {
  return isForUi(c) || asksFor(c.req.header("accept"), "text/event-stream");
}

function isForUi(c: Context): boolean {
  return c.req.query("protocol") === AI_SDK;
}

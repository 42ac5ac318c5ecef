import type { Part, Source } from "./stream-model.ts";
import { NamedEvents, type EventForm } from "./named-events.ts";
import { splitSentences } from "../text/split-sentences.ts";

const HEARTBEAT_MS = 15_000;
/** The runtime notices that a client has gone only when something is written to it. */
const NOTICED_WITHIN_MS = 1_000;

/** A stream of server-sent events. What is sent after the client has gone is lost. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Aborted when the client has gone. */
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

  /** Sends the first `meta`, before it is known who answers. */
  open(): void {
    if (!this.isOpen) this.send("meta", this.meta);
  }

  /**
   * Sends who answers, before any part of the answer. If a `meta` was sent already, this is a second
   * one.
   */
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

  /** Sends a part of an answer, its citations first. */
  tell({ answer, citations }: Part): void {
    for (const citation of citations) this.send("citation", citation);
    this.say(answer);
  }

  /** Sends a text sentence by sentence. */
  say(text: string): void {
    const spans = splitSentences(text);
    for (const [at, { start }] of spans.entries()) {
      const piece = text.slice(at === 0 ? 0 : start, spans[at + 1]?.start ?? text.length);
      this.send("delta", { text: piece });
    }
  }

  /**
   * Called for every part that a model sends. If nothing was written for a second, a comment finds out
   * whether the client is still there, because the model costs money.
   */
  notePart(): void {
    if (Date.now() - this.writtenAt >= NOTICED_WITHIN_MS) this.write(":\n\n");
  }

  /** Ends an answer whose model broke off. */
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

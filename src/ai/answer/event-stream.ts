import type { Part, Source } from "./stream-model.ts";
import { NamedEvents, type EventForm } from "./named-events.ts";
import { splitSentences } from "../text/split-sentences.ts";

const HEARTBEAT_MS = 15_000;
/** The runtime notices that a client has gone when something is written to it, and not before. */
const NOTICED_WITHIN_MS = 1_000;

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

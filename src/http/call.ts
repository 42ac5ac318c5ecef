import type { Context } from "hono";
import { continueTrace, traceIdOf } from "./trace.ts";

/** The clock of a Worker stands still until it waits, so most answers take no time by it. */
const AT_ONCE = "total;dur=0";
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** For the log line: names and ids, never a credential. */
interface CallNotes {
  caller?: string;
  tenantId?: string;
  error?: string;
  failure?: string;
  /** For a 405: the pattern of the route that has this path under another method. */
  route?: string;
}

/** Reads a body that says how long it is, or not, and of which `times` as many bytes are held at once. */
export type CountBody = (
  c: Context,
  body: ReadableStream<Uint8Array>,
  declared: number | undefined,
  times: number,
) => AsyncIterable<Uint8Array>;

/** What the kernel knows of one request while it runs. */
export class Call {
  readonly id: string;
  readonly traceparent: string;
  /** Set once the call waits for something: until then the clock of a Worker stands still. */
  startedAt: number | undefined;
  readonly about: CallNotes = {};
  /** Whether an answer was made by answer.ts, with the headers that name this call. */
  stamped = false;
  /**
   * Gives headers for every answer of this call, also for refusals. They must have the same names in
   * all calls (see `WITH_EXTRA_HEADERS` in answer.ts).
   */
  extraHeaders: (() => Record<string, string>) | undefined;
  /** Sent as `x-trace-id` with a refusal, by routes whose answers name a trace. */
  namedTrace: string | undefined;
  /** Gives room of the body back: so many bytes of it, or all. */
  letBodyGo: ((bytes?: number) => void) | undefined;
  /** Called with the body as soon as it is read, before it is checked against its schema. */
  onBody: ((body: unknown) => void) | undefined;
  /** The request's, kept because each read of `request.headers` is a call into the runtime. */
  headers: Headers;
  /** Counts bodies as they arrive; without it they are read as they come. */
  readonly countBody: CountBody | undefined;
  private timings = "";

  constructor(headers: Headers, countBody?: CountBody) {
    this.countBody = countBody;
    this.headers = headers;
    this.traceparent = continueTrace(headers.get("traceparent"));
    const sentId = headers.get("x-request-id");
    this.id = sentId !== null && REQUEST_ID.test(sentId) ? sentId : this.traceId;
  }

  get traceId(): string {
    return traceIdOf(this.traceparent);
  }

  note(name: string, ms: number): void {
    this.timings += `, ${name};dur=${ms}`;
  }

  /** How long it has taken so far. */
  get ms(): number {
    return this.startedAt === undefined ? 0 : performance.now() - this.startedAt;
  }

  serverTiming(): string {
    const { ms } = this;
    return ms === 0 && this.timings === "" ? AT_ONCE : `total;dur=${ms}${this.timings}`;
  }
}

declare module "hono" {
  interface ContextVariableMap {
    call: Call;
  }
}

/** Gives the request other headers, for all layers behind. */
export function replaceHeaders(c: Context, headers: Headers): void {
  c.req.raw = new Request(c.req.raw, { headers });
  c.get("call").headers = headers;
}

/** Times one step of a request and shows it in `Server-Timing`. */
export async function timed<T>(c: Context, name: string, step: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await step();
  } finally {
    c.get("call").note(name, performance.now() - startedAt);
  }
}

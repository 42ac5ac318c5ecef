import { callProvider, type Order, type Outside } from "./call-provider.ts";

/** The part of the binding that is used here, as it is documented. */
export interface WorkersAi {
  run: (
    model: string,
    input: Record<string, unknown>,
    options: {
      returnRawResponse?: true;
      websocket?: true;
      signal: AbortSignal | undefined;
    },
  ) => Promise<unknown>;
}

/** The binding's other part: it turns a file into Markdown. Such a call cannot be cancelled. */
export interface MarkdownMaker {
  toMarkdown: (
    file: { name: string; blob: Blob },
    options: { conversionOptions: Record<string, object> },
  ) => Promise<unknown>;
}

type Call = Pick<Order, "provider" | "signal" | "streamed" | "readLater" | "refused">;

/** Runs a model by the binding under the same time limit, repeats and breaker as a call over HTTP. */
export async function runWorkersAi(
  ai: WorkersAi,
  outside: Outside,
  call: Call,
  model: string,
  input: Record<string, unknown>,
): Promise<Response | undefined> {
  // Without the raw response a refusal is thrown, and looks as if the model were broken. The body of a
  // raw response arrives after its headers, so the signal has to end that as well.
  const run = bound(async (signal) => ai.run(model, input, { returnRawResponse: true, signal }));
  return callProvider({ ...outside, fetch: run }, { ...call, url: "", init: {} });
}

/** Turns a binding's work into a fetch, which ends when its signal is aborted. */
export function bound(work: (signal: AbortSignal | undefined) => Promise<unknown>): typeof fetch {
  return async (_input, init) => {
    const signal = init?.signal ?? undefined;
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const end = () => {
      reject(new Error("it took too long"));
    };
    signal?.addEventListener("abort", end);
    try {
      return toResponse(await Promise.race([work(signal), ended]));
    } finally {
      signal?.removeEventListener("abort", end);
    }
  };
}

/** A response or a stream as it is, anything else as JSON. */
function toResponse(result: unknown): Response {
  if (result instanceof Response) return result;
  if (result instanceof ReadableStream) return new Response(result);
  return Response.json(result);
}

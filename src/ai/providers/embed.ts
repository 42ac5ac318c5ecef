import * as z from "zod";
import { discardBody, once } from "../../platform/index.ts";
import { callProvider, type Order, type Outside } from "./call-provider.ts";
import { usage } from "./complete.ts";
import { postTo } from "./post-to.ts";
import { readAnswer } from "./read-answer.ts";
import { runWorkersAi } from "./run-workers-ai.ts";
import type { ModelSettings } from "./service-providers.ts";

/** Enough for one number of a vector in all its digits, with the characters around it. */
const BYTES_A_NUMBER = 64;
/** For names and counts beside the vectors. */
const BYTES_BESIDE = 64 * 1024;

/** Statuses of a refusal for the texts themselves: one of them, or all of them together. */
const OF_TEXTS: ReadonlySet<number> = new Set([400, 413, 422]);

const vector = () => z.array(z.number());

const openAi = once(() =>
  z
    .object({
      data: z.array(z.object({ index: z.int().min(0), embedding: vector() })),
      usage: usage(),
    })
    .transform(({ data, usage: said }) => ({
      vectors: data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding),
      inOrder: new Set(data.map(({ index }) => index)).size === data.length,
      tokens: said?.prompt_tokens ?? undefined,
    })),
);

/** The form of Workers AI, which does not count tokens. */
const workersAi = once(() =>
  z
    .object({ data: z.array(vector()) })
    .transform(({ data }) => ({ vectors: data, inOrder: true, tokens: undefined })),
);

export interface EmbedCall {
  texts: readonly string[];
  model: string;
  dimensions: number;
  askDimensions: boolean;
  traceparent: string;
  signal?: AbortSignal | undefined;
}

export interface Embedded {
  /** One for each text, in their order. */
  vectors: number[][];
  /** Undefined if the provider does not say. */
  tokens: number | undefined;
}

/**
 * The name of a provider's breaker for vectors. It is not that of its answers, because a question waits
 * less long for a vector.
 */
export function embedBreaker(provider: string): string {
  return `${provider} (vectors)`;
}

/** Turns texts into vectors. Undefined without a good answer; "refused" if the model will not have them. */
export async function embed(
  env: Cloudflare.Env,
  outside: Outside,
  settings: ModelSettings,
  call: EmbedCall,
): Promise<Embedded | "refused" | undefined> {
  let isRefused = false;
  const refused = async (answer: Response) => {
    isRefused = OF_TEXTS.has(answer.status);
    await discardBody(answer);
  };
  const answer = await ask(env, outside, settings, { ...call, refused });
  if (answer === undefined) return isRefused ? "refused" : undefined;
  const { texts, dimensions, signal } = call;
  const form = z
    .union([openAi(), workersAi()])
    .refine(
      ({ inOrder, vectors }) =>
        inOrder &&
        vectors.length === texts.length &&
        vectors.every((one) => one.length === dimensions),
    );
  const most = BYTES_BESIDE + texts.length * dimensions * BYTES_A_NUMBER;
  const provider = embedBreaker(settings.name);
  const read = await readAnswer(answer, outside, { provider, signal, form, most });
  return read && { vectors: read.vectors, tokens: read.tokens };
}

type Asked = EmbedCall & Required<Pick<Order, "refused">>;

async function ask(
  env: Cloudflare.Env,
  outside: Outside,
  settings: ModelSettings,
  { texts, model, dimensions, askDimensions, traceparent, signal, refused }: Asked,
): Promise<Response | undefined> {
  if (settings.kind === "workers-ai") {
    if (env.AI === undefined) return undefined;
    const order = { provider: embedBreaker(settings.name), signal, readLater: true, refused };
    return runWorkersAi(env.AI, outside, order, model, { text: texts });
  }
  const body = {
    model,
    input: texts,
    encoding_format: "float",
    ...(askDimensions ? { dimensions } : {}),
  };
  const order = postTo(env, settings, "/embeddings", { traceparent, signal, body });
  return callProvider(outside, {
    ...order,
    provider: embedBreaker(settings.name),
    readLater: true,
    refused,
  });
}

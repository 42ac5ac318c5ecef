import * as z from "zod";
import { given, once } from "../../platform/index.ts";
import { callProvider, type Order, type Outside } from "./call-provider.ts";
import { countHeeded, heedRefusal, limitOf, streamOf } from "./heed-refusal.ts";
import { postTo } from "./post-to.ts";
import { readAnswer } from "./read-answer.ts";
import { countOf, type Usage, usageIn } from "./read-usage.ts";
import { runWorkersAi } from "./run-workers-ai.ts";
import type { ModelSettings, OpenAiSettings } from "./service-providers.ts";

export const MAX_TOKENS = 700;
/** The longest answer, whatever a tenant sets: the rest of a longer one is cut off. */
export const MOST_CHARACTERS = 16_000;

/** Whatever a server says for a count: an odd one must not lose an answer that is paid. */
const tokens = () => z.unknown().transform(countOf).optional();

/** The answer shows the name that the model gives itself, so it must look like a name. */
const NAME = /^[^\p{C}<>]{1,128}$/u;

/** Servers leave out what they did not count, or say null. */
export const usage = once(() =>
  z
    .object({
      prompt_tokens: tokens(),
      completion_tokens: tokens(),
      total_tokens: tokens(),
      prompt_tokens_details: z.object({ cached_tokens: tokens() }).nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
);

/**
 * Workers AI parses the text of its models as JSON, so a token that is a figure arrives as a number.
 */
export const words = once(() => z.union([z.string(), z.number().transform(String)]));

/** In Workers AI's own form the same happens to any JSON: an answer in braces arrives as an object. */
export const response = once(() =>
  z.union([
    z.string(),
    z
      .union([z.number(), z.boolean(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
      .transform((said) => JSON.stringify(said)),
  ]),
);

/** The second form is Workers AI's own, which some of its models use. */
const completion = once(() =>
  z.union([
    z.object({
      model: z.string().nullish(),
      choices: z
        .array(
          z.object({
            message: z.object({ content: words().nullish() }),
            finish_reason: z.string().nullish(),
          }),
        )
        .min(1),
      usage: usage(),
    }),
    z.object({ response: response(), usage: usage() }).transform((said) => ({
      usage: said.usage,
      model: undefined,
      choices: [{ message: { content: said.response }, finish_reason: undefined }],
    })),
  ]),
);

export interface ModelCall {
  system: string;
  messages: { role: "user"; content: string }[];
  model: string;
  temperature: number | undefined;
  maxTokens?: number | undefined;
  traceparent: string;
  signal?: AbortSignal | undefined;
}

export interface Completion {
  text: string;
  model: string;
  usage: Usage | undefined;
  /** Whether the model had more to say when its limit was reached. */
  isCut: boolean;
}

/** Asks any server with OpenAI's chat completions, or Workers AI. Undefined without a good answer. */
export async function complete(
  env: Cloudflare.Env,
  outside: Outside,
  settings: ModelSettings,
  call: ModelCall,
): Promise<Completion | undefined> {
  const answer = await askFor(env, outside, settings, call);
  if (answer === undefined) return undefined;
  const reading = { provider: settings.name, signal: call.signal, form: completion() };
  const body = await readAnswer(answer, outside, reading);
  if (body === undefined) return undefined;
  const [choice] = body.choices;
  const used = usageIn(body.usage);
  const text = choice?.message.content ?? "";
  return {
    text: text.slice(0, MOST_CHARACTERS),
    model: nameOf(body.model, call),
    usage: used,
    isCut: text.length > MOST_CHARACTERS || isCut(choice?.finish_reason, used, call),
  };
}

/**
 * The name that the model gives itself, if it is a good one, or else the name by which it was asked.
 */
export function nameOf(
  stated: string | null | undefined,
  { model }: Pick<ModelCall, "model">,
): string {
  return stated != null && NAME.test(stated) ? stated : model;
}

/**
 * Whether the answer was cut off: by the reason that the server gives, or else by the tokens that it
 * counted.
 */
export function isCut(
  reason: string | null | undefined,
  used: Usage | undefined,
  { maxTokens = MAX_TOKENS }: ModelCall,
): boolean {
  if (reason) return CUT.has(reason);
  return (used?.completionTokens ?? 0) >= maxTokens;
}

const CUT = new Set(["length", "content_filter"]);

/** Asks for an answer, whole or as a stream of events. */
export async function askFor(
  env: Cloudflare.Env,
  outside: Outside,
  settings: ModelSettings,
  call: ModelCall,
  streamed = false,
): Promise<Response | undefined> {
  if (settings.kind === "openai-compatible") {
    return askServer(env, outside, settings, call, streamed);
  }
  if (env.AI === undefined) return undefined;
  const { system, messages, model, temperature, maxTokens = MAX_TOKENS, signal } = call;
  return runWorkersAi(
    env.AI,
    outside,
    { provider: settings.name, signal, streamed, readLater: true },
    model,
    {
      messages: [{ role: "system", content: system }, ...messages],
      max_tokens: maxTokens,
      ...given({ temperature }),
      ...(streamed ? { stream: true } : {}),
    },
  );
}

/** Asks a second time if the refusal of the first says how the server wants to be asked. */
async function askServer(
  env: Cloudflare.Env,
  outside: Outside,
  settings: OpenAiSettings,
  call: ModelCall,
  streamed: boolean,
): Promise<Response | undefined> {
  const which = `${settings.name} ${call.model}`;
  const before = countHeeded(which);
  const refused = async (answer: Response) =>
    heedRefusal(which, answer, call.system + JSON.stringify(call.messages));
  const ask = async () =>
    callProvider(outside, {
      ...orderOf(env, settings, call, which, streamed ? streamOf(which) : {}),
      streamed,
      readLater: true,
      refused,
    });
  return (await ask()) ?? (countHeeded(which) > before ? ask() : undefined);
}

function orderOf(
  env: Cloudflare.Env,
  settings: OpenAiSettings,
  { system, messages, model, temperature, traceparent, signal, ...call }: ModelCall,
  which: string,
  more: Record<string, unknown>,
): Order {
  return postTo(env, settings, "/chat/completions", {
    traceparent,
    signal,
    body: {
      model,
      messages: [{ role: "system", content: system }, ...messages],
      ...limitOf(which, call.maxTokens ?? MAX_TOKENS, temperature),
      ...more,
    },
  });
}

import type { Caller } from "../caller.ts";
import { wholeSentences } from "../text/whole-sentences.ts";
import { meter, type Stopped } from "../usage/meter.ts";
import { priceFor } from "../usage/prices.ts";
import type { CallEnd } from "../usage/metered-call.ts";
import type { Outside } from "./call-provider.ts";
import { guessTokens, mostTokens } from "./count-tokens.ts";
import { complete, MAX_TOKENS, type ModelCall } from "./complete.ts";
import { leaveOutThoughts } from "./leave-out-thoughts.ts";
import { openChat } from "./open-provider.ts";
import type { Provider } from "./providers-for.ts";
import type { ModelSettings } from "./service-providers.ts";
import type { StreamEnd } from "./stream-completion.ts";
import type { ModelUsage } from "./sum-usage.ts";

const MICROS = 1_000_000;

export type ModelQuestion = Pick<
  ModelCall,
  "system" | "messages" | "model" | "temperature" | "signal"
> & {
  /**
   * For a caller with less time than others: its calls have a breaker of their own, because a model
   * that is too slow for it may be fast enough for the others.
   */
  hurried?: boolean;
};

export interface PaidAnswer<T> {
  value: T;
  /** Undefined if the answer broke off. */
  usage: ModelUsage | undefined;
}

/** A model's answer. */
export interface ModelAnswer<T> {
  value: T;
  text: string;
  /** Undefined if the model broke off. */
  end: StreamEnd | undefined;
}

type Ask<T> = (
  env: Cloudflare.Env,
  outside: Outside,
  settings: ModelSettings,
  call: ModelCall,
) => Promise<ModelAnswer<T> | undefined>;

/**
 * Asks one model of one provider a question, within the tenant's limits, and records the call.
 * Undefined without a good answer.
 */
export async function askModel(
  caller: Caller,
  provider: Provider,
  question: ModelQuestion,
): Promise<PaidAnswer<string> | Stopped | undefined> {
  return askModelBy(caller, provider, question, async (env, outside, settings, call) => {
    const completion = await complete(env, outside, settings, call);
    if (completion === undefined) return undefined;
    const { text, isCut } = completion;
    return {
      value: leaveOutThoughts(isCut ? wholeSentences(text) : text),
      text,
      end: completion,
    };
  });
}

/** As `askModel`, with `ask` making the call. */
export async function askModelBy<T>(
  caller: Caller,
  provider: Provider,
  question: ModelQuestion,
  ask: Ask<T>,
): Promise<PaidAnswer<T> | Stopped | undefined> {
  const { env, platform, traceparent, ai } = caller;
  const { hurried, ...asking } = question;
  const { system, messages, model } = asking;
  const opened = await openChat(caller, provider);
  if (opened === undefined) return undefined;
  const settings = hurried === true ? { ...opened, name: `${opened.name} (hurried)` } : opened;
  const maxTokens = ai.settings.maxTokens ?? MAX_TOKENS;
  const texts = [system, ...messages.map(({ content }) => content)];
  const wanted = {
    provider: provider.name,
    model,
    unit: "token" as const,
    mostIn: mostTokens(texts),
    mostOut: maxTokens,
    price: await priceFor(env, provider, model, "token", platform.now()),
  };
  const paid = await meter(caller, wanted, async (outside) => {
    const answer = await ask(env, outside, settings, { ...asking, maxTokens, traceparent });
    if (answer === undefined) return undefined;
    // A caller that stops listening pays for what the model said until then.
    const givenUp =
      question.signal?.aborted === true ? { model, usage: undefined, isCut: true } : undefined;
    const end = answer.end ?? givenUp;
    return { value: answer, used: end && unitsOf(end, texts, answer.text) };
  });
  if (paid === undefined || "stopped" in paid) return paid;
  const { value, end } = paid.value;
  return { value, usage: end && usageOf(end.model, paid.end) };
}

/**
 * The tokens that the provider counted. What it did not count is guessed from the length of the texts,
 * and an answer is no less than what is left of the total.
 */
function unitsOf({ usage }: StreamEnd, texts: readonly string[], answer: string) {
  const { promptTokens, completionTokens, totalTokens = 0, cachedTokens = 0 } = usage ?? {};
  const unitsIn = promptTokens ?? guessTokens(texts);
  const unitsOut = completionTokens ?? Math.max(guessTokens([answer]), totalTokens - unitsIn);
  return { unitsIn, unitsOut, cachedIn: Math.min(cachedTokens, unitsIn) };
}

function usageOf(model: string, end: CallEnd): ModelUsage {
  const { unitsIn, unitsOut, latencyMs, statusCode, costMicros, pricingVersion } = end;
  const [promptTokens, completionTokens] = [unitsIn ?? 0, unitsOut ?? 0];
  return {
    model,
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    latencyMs,
    statusCode: statusCode ?? 0,
    ...(costMicros === null ? {} : { estimatedCostUsd: costMicros / MICROS }),
    ...(pricingVersion === null ? {} : { pricingVersion }),
  };
}

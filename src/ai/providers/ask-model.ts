import { meter, type Spender, type Stopped } from "../usage/meter.ts";
import { priceFor } from "../usage/prices.ts";
import type { CallEnd } from "../usage/spend-book.ts";
import { complete, MAX_TOKENS } from "./openai-compatible.ts";
import { openChat, type Provider } from "./providers-for.ts";

/** A tokeniser over bytes makes no more tokens than there are bytes; roles and marks cost a few. */
const MARKS_PER_MESSAGE = 16;
const CHARACTERS_PER_TOKEN = 4;
const MICROS = 1_000_000;

export interface Caller extends Spender {
  traceparent: string;
}

export interface ModelQuestion {
  system: string;
  messages: { role: "user"; content: string }[];
  model: string;
  temperature: number | undefined;
}

export interface Said {
  text: string;
  usage: Usage;
}

/** As the contract's ModelUsage. */
export interface Usage {
  model: string;
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  latencyMs: number;
  statusCode: number;
  estimatedCostUsd?: number;
  pricingVersion?: string;
}

/** One question to one provider's model, within the tenant's limits and written down. */
export async function askModel(
  caller: Caller,
  provider: Provider,
  { system, messages, model, temperature }: ModelQuestion,
): Promise<Said | Stopped | undefined> {
  const { env, platform, tenantId, traceparent, ai } = caller;
  const settings = await openChat(env, platform, tenantId, provider);
  if (settings === undefined) return undefined;
  const maxTokens = ai.settings.maxTokens ?? MAX_TOKENS;
  const texts = [system, ...messages.map(({ content }) => content)];
  const wanted = {
    provider: provider.name,
    model,
    unit: "token" as const,
    mostIn: texts.reduce((sum, text) => sum + bytesOf(text) + MARKS_PER_MESSAGE, 0),
    mostOut: maxTokens,
    price: await priceFor(env, provider, model, "token", platform.now()),
  };
  const order = { system, messages, model, temperature, maxTokens, traceparent };
  const paid = await meter(caller, wanted, async (outside) => {
    const said = await complete(env, outside, settings, order);
    if (said === undefined) return undefined;
    const { promptTokens, completionTokens, cachedTokens } =
      said.usage ?? estimate(texts, said.text);
    const cachedIn = Math.min(cachedTokens, promptTokens);
    return { value: said, unitsIn: promptTokens, unitsOut: completionTokens, cachedIn };
  });
  if (paid === undefined || "stopped" in paid) return paid;
  return { text: paid.value.text, usage: usageOf(paid.value.model, paid.end) };
}

function estimate(texts: readonly string[], said: string) {
  const count = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
  return {
    promptTokens: texts.reduce((sum, text) => sum + count(text), 0),
    completionTokens: count(said),
    cachedTokens: 0,
  };
}

function usageOf(model: string, end: CallEnd): Usage {
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

/** What several calls of one request came to; the cost only if that of each is known. */
export function sumUsage(all: readonly Usage[]): Usage | undefined {
  const last = all.at(-1);
  if (last === undefined) return undefined;
  const sum = (of: (usage: Usage) => number) => all.reduce((total, one) => total + of(one), 0);
  const { estimatedCostUsd: _cost, pricingVersion, ...rest } = last;
  const priced = all.every((one) => one.estimatedCostUsd !== undefined);
  return {
    ...rest,
    promptTokens: sum((one) => one.promptTokens),
    completionTokens: sum((one) => one.completionTokens),
    totalTokens: sum((one) => one.totalTokens),
    latencyMs: sum((one) => one.latencyMs),
    ...(priced
      ? {
          estimatedCostUsd: sum((one) => Math.round((one.estimatedCostUsd ?? 0) * MICROS)) / MICROS,
        }
      : {}),
    ...(priced && pricingVersion !== undefined ? { pricingVersion } : {}),
  };
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

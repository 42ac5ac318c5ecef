import { Mask } from "../personal/mask.ts";
import type { Caller } from "../caller.ts";
import { guessTokens, mostTokens } from "../providers/count-tokens.ts";
import { embed } from "../providers/embed.ts";
import { meter, type Stopped } from "../usage/meter.ts";
import { priceFor } from "../usage/prices.ts";
import type { VectorPlan } from "./plan.ts";

/** The model will not have one of the texts, or so many at once. */
export interface RefusedTexts {
  stopped: "refused";
}

/**
 * Turns texts into vectors within the tenant's limits, and records the call. Personal data is masked
 * first.
 */
export async function embedTexts(
  caller: Caller,
  { provider, settings, index }: VectorPlan,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<number[][] | Stopped | RefusedTexts | undefined> {
  const { env, platform, traceparent } = caller;
  const { provider: _provider, ...call } = index.embedding;
  const hidden = texts.map((text) => new Mask().hide(text));
  const wanted = {
    provider: provider.name,
    model: call.model,
    unit: "token" as const,
    mostIn: mostTokens(hidden),
    mostOut: 0,
    price: await priceFor(env, provider, call.model, "token", platform.now()),
  };
  let isRefused = false;
  const paid = await meter(caller, wanted, async (outside) => {
    const made = await embed(env, outside, settings, {
      ...call,
      texts: hidden,
      traceparent,
      signal,
    });
    isRefused = made === "refused";
    if (made === undefined || made === "refused") return undefined;
    const unitsIn = made.tokens ?? guessTokens(hidden);
    return { value: made.vectors, used: { unitsIn, unitsOut: 0 } };
  });
  if (isRefused) return { stopped: "refused" };
  return paid === undefined || "stopped" in paid ? paid : paid.value;
}

import { Mask } from "../personal/mask.ts";
import type { Caller } from "../caller.ts";
import type { Outside } from "../providers/call-provider.ts";
import { guessTokens, mostTokens } from "../providers/count-tokens.ts";
import type { Provider } from "../providers/providers-for.ts";
import { meter, type Stopped } from "../usage/meter.ts";
import { priceFor } from "../usage/prices.ts";

interface Texts {
  provider: Provider;
  model: string;
  texts: readonly string[];
}

interface Made<T> {
  value: T;
  /** Undefined if the provider does not say. */
  tokens?: number | undefined;
}

/**
 * Sends texts to a model that makes vectors of them, within the tenant's limits, and records the call.
 * Personal data is masked first.
 */
export async function meterTexts<T>(
  caller: Caller,
  { provider, model, texts }: Texts,
  send: (outside: Outside, hidden: readonly string[]) => Promise<Made<T> | undefined>,
): Promise<T | Stopped | undefined> {
  const hidden = texts.map((text) => new Mask().hide(text));
  const wanted = {
    provider: provider.name,
    model,
    unit: "token" as const,
    mostIn: mostTokens(hidden),
    mostOut: 0,
    price: await priceFor(caller.env, provider, model, "token", caller.platform.now()),
  };
  const paid = await meter(caller, wanted, async (outside) => {
    const made = await send(outside, hidden);
    if (made === undefined) return undefined;
    const unitsIn = made.tokens ?? guessTokens(hidden);
    return { value: made.value, used: { unitsIn, unitsOut: 0 } };
  });
  return paid === undefined || "stopped" in paid ? paid : paid.value;
}

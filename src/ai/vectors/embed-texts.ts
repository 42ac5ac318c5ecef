import type { Caller } from "../caller.ts";
import { embed } from "../providers/embed.ts";
import type { Stopped } from "../usage/meter.ts";
import { meterTexts } from "./meter-texts.ts";
import type { VectorPlan } from "./plan.ts";

/** The model will not have one of the texts, or so many at once. */
export interface RefusedTexts {
  stopped: "refused";
}

/** Turns texts into vectors by a model of ours. */
export async function embedTexts(
  caller: Caller,
  { provider, settings, index }: VectorPlan,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<number[][] | Stopped | RefusedTexts | undefined> {
  const { env, traceparent } = caller;
  const { provider: _provider, ...call } = index.embedding;
  let isRefused = false;
  const order = { provider, model: call.model, texts };
  const made = await meterTexts(caller, order, async (outside, hidden) => {
    const answer = await embed(env, outside, settings, {
      ...call,
      texts: hidden,
      traceparent,
      signal,
    });
    isRefused = answer === "refused";
    if (answer === undefined || answer === "refused") return undefined;
    return { value: answer.vectors, tokens: answer.tokens };
  });
  return isRefused ? { stopped: "refused" } : made;
}

import { tenantAi } from "../settings/tenant-ai.ts";
import { askModel, type Caller, type ModelQuestion } from "./ask-model.ts";
import { modelsOf, providersFor } from "./providers-for.ts";

type Prompt = Pick<ModelQuestion, "system" | "messages">;

/**
 * Asks the tenant's models in their order, within his limits and all within one time, which begins
 * with the first question. Undefined where there is none; the answer is undefined when none came.
 */
export async function completionBy(
  asking: Omit<Caller, "ai">,
  deadlineMs: number,
): Promise<((prompt: Prompt) => Promise<string | undefined>) | undefined> {
  const { env, platform, tenantId } = asking;
  const ai = await tenantAi(env, tenantId, platform.now());
  const choices = providersFor(env, ai).flatMap((provider) => {
    const [model] = modelsOf(env, provider, ai.settings.models);
    return model === undefined ? [] : [{ provider, model }];
  });
  if (choices.length === 0) return undefined;
  let over: AbortSignal | undefined;
  return async (prompt) => {
    over ??= AbortSignal.timeout(deadlineMs);
    // Cut off like a failure, so that a model that is always too slow is left alone for a while.
    const caller = { ...asking, ai, platform: { ...platform, fetch: until(over, platform.fetch) } };
    const ask = async () => {
      for (const { provider, model } of choices) {
        if (over?.aborted === true) return undefined;
        const said = await askModel(caller, provider, { ...prompt, model, temperature: 0 });
        if (said !== undefined && "value" in said) return said.value;
      }
      return undefined;
    };
    const asked = ask();
    asking.background(asked);
    return Promise.race([asked, endOf(over)]);
  };
}

function until(over: AbortSignal, fetcher: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    over.throwIfAborted();
    const signal = init.signal == null ? over : AbortSignal.any([init.signal, over]);
    return fetcher(input, { ...init, signal });
  };
}

async function endOf(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return undefined;
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

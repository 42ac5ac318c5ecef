import type { Platform } from "../../platform/index.ts";
import { complete, type ModelCall } from "./openai-compatible.ts";
import { providersOf } from "./settings.ts";

/** Who wants something of a model. */
export interface Completing {
  env: Cloudflare.Env;
  platform: Platform;
  traceparent: string;
}

type Prompt = Pick<ModelCall, "system" | "messages">;

/**
 * Asks the configured models in their order, all within one time limit that begins with the first
 * question. Undefined where none is configured; the answer is undefined when none came in time.
 */
export function completionBy(
  { env, platform, traceparent }: Completing,
  deadlineMs: number,
): ((prompt: Prompt) => Promise<string | undefined>) | undefined {
  const models = providersOf(env).filter((one) => one.kind === "openai-compatible");
  if (models.length === 0) return undefined;
  let over: AbortSignal | undefined;
  return async (prompt) => {
    over ??= AbortSignal.timeout(deadlineMs);
    const outside = { now: platform.now, fetch: until(over, platform.fetch) };
    const ask = async () => {
      for (const settings of models) {
        if (over?.aborted === true) return undefined;
        const call = { ...prompt, model: settings.models[0] ?? "", temperature: 0, traceparent };
        const said = await complete(env, outside, settings, call);
        if (said !== undefined) return said.text;
      }
      return undefined;
    };
    return Promise.race([ask(), endOf(over)]);
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

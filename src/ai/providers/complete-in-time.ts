import { failureOf } from "../../http/index.ts";
import { tenantAi } from "../settings/tenant-ai.ts";
import { askModel } from "./ask-model.ts";
import type { Caller, Requester } from "../caller.ts";
import { chooseModels, type Choice } from "./choose-models.ts";
import type { ModelCall } from "./complete.ts";

type Prompt = Pick<ModelCall, "system" | "messages">;

/**
 * Gives a function that asks the tenant's models in their order, all within one time limit that begins
 * with the first question; undefined if there is no model. It never throws: without an answer it gives
 * undefined.
 */
export async function completionBy(
  requester: Requester,
  deadlineMs: number,
): Promise<((prompt: Prompt) => Promise<string | undefined>) | undefined> {
  const { env, platform, tenantId } = requester;
  const unmade = (error: unknown): undefined => {
    const reason = failureOf(error);
    platform.log({ level: "error", event: "ai_call_unmade", tenantId, reason });
  };
  const ai = await tenantAi(env, tenantId, platform.now()).catch(unmade);
  if (ai === undefined) return undefined;
  const choices = chooseModels({ env, ai });
  if (choices.length === 0) return undefined;
  let over: AbortSignal | undefined;
  return async (prompt) => {
    over ??= AbortSignal.timeout(deadlineMs);
    const fetcher = until(over, platform.fetch);
    const caller = { ...requester, ai, platform: { ...platform, fetch: fetcher } };
    const answer = askInTurn(caller, choices, prompt, over).catch(unmade);
    // A call that was begun is recorded even if nobody waits for it any more.
    requester.outlive(answer);
    return Promise.race([answer, endOf(over)]);
  };
}

/** The answer of the first model that says anything. */
async function askInTurn(
  caller: Caller,
  choices: readonly Choice[],
  prompt: Prompt,
  over: AbortSignal,
): Promise<string | undefined> {
  for (const { provider, model } of choices) {
    if (over.aborted) return undefined;
    const question = { ...prompt, model, temperature: 0, hurried: true };
    const answer = await askModel(caller, provider, question);
    if (answer === undefined || "stopped" in answer) continue;
    if (answer.value !== "") return answer.value;
  }
  return undefined;
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

import { refuse, settle } from "../../http/index.ts";
import { EMBEDDED } from "../caller.ts";
import type { Retrieved } from "../knowledge/knowledge-object.ts";
import { buildPrompt, type Built } from "../prompts/build-prompt.ts";
import type { Prompt } from "../prompts/builtin.ts";
import { askModel, sumUsage, type Caller, type Usage } from "../providers/ask-model.ts";
import { modelsOf, providersFor, type Provider } from "../providers/providers-for.ts";
import type { AskRagAnswer } from "../schemas.ts";
import { overLimit } from "../usage/meter.ts";
import { checkOutput } from "./check-output.ts";
import { composeAnswer } from "./compose-answer.ts";

type Body = Omit<AskRagAnswer, "traceId" | "tenantId">;

export interface Written {
  answer: Body;
  provider: string;
  /** Why a model that was wanted did not write it. */
  degraded?: string;
}

export interface Question {
  query: string;
  model?: string | undefined;
  temperature?: number | undefined;
  prompt: Prompt;
  found: Retrieved;
  /** What is sent, where the caller built it already. */
  built?: Built;
}

interface Choice {
  provider: Provider;
  model: string;
}

/** By the first model that answers and stays with the documents, else in the documents' own words. */
export async function writeAnswer(caller: Caller, question: Question): Promise<Written> {
  const { query, found, prompt } = question;
  const extract = composeAnswer(query, found);
  const embedded: Written = { answer: extract, provider: EMBEDDED };
  const choices = chooseModels(caller, question.model, prompt.config.model);
  if (choices.length === 0)
    return question.model === undefined ? embedded : { ...embedded, degraded: "no_model" };
  // Where the documents say nothing there is nothing for a model to put into words.
  if (extract.citations.length === 0) return embedded;
  const built = question.built ?? (await buildPrompt(prompt, query, found));
  const { system, messages } = built.prompt;
  const temperature = question.temperature ?? prompt.config.temperature;
  const spent: Usage[] = [];
  let degraded = "llm_unavailable";
  for (const { provider, model } of choices) {
    const said = await askModel(caller, provider, { system, messages, model, temperature });
    if (said === undefined) continue;
    if ("stopped" in said) {
      degraded = said.stopped;
      if (said.stopped === "price_unknown") continue;
      if (caller.ai.settings.overLimit !== "degrade") {
        settle(overLimit(said.stopped, caller.platform.now()));
      }
      degraded = said.stopped === "budget" ? "budget_exhausted" : "rate_limited";
      break;
    }
    spent.push(said.usage);
    const checked = checkOutput(said.text, built.documents, found.language);
    if (checked === undefined) degraded = "llm_ungrounded";
    else {
      const { confidence } = extract;
      return { answer: { ...checked, confidence, ...used(spent) }, provider: provider.name };
    }
  }
  return { ...embedded, answer: { ...extract, ...used(spent) }, degraded };
}

/** What may be asked, in the tenant's order. A model that a request names must be among it. */
export function chooseModels(
  { env, ai }: Caller,
  asked: string | undefined,
  preferred: string | undefined,
): Choice[] {
  const all = providersFor(env, ai)
    .filter(({ settings }) => settings.kind === "openai-compatible")
    .map((provider) => ({ provider, models: modelsOf(provider, ai.settings.models) }))
    .filter(({ models }) => models.length > 0);
  const wanted = all.filter(({ models }) => asked === undefined || models.includes(asked));
  if (all.length > 0 && wanted.length === 0) settle(unknownModel(all.flatMap((one) => one.models)));
  return wanted.map(({ provider, models }) => {
    const own = preferred !== undefined && models.includes(preferred) ? preferred : models[0];
    return { provider, model: asked ?? own ?? "" };
  });
}

function used(spent: readonly Usage[]): { modelUsage?: Usage } {
  const modelUsage = sumUsage(spent);
  return modelUsage === undefined ? {} : { modelUsage };
}

function unknownModel(models: readonly string[]) {
  const known = [...new Set(models)].join(", ");
  return refuse(400, "unknown_model", `There is no such model; known: ${known}.`, {
    details: [{ path: "model", message: `must be one of ${known}` }],
  });
}

import type { Context } from "hono";
import { settle, refuse, traceparentOf } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { EMBEDDED } from "../caller.ts";
import type { Retrieved } from "../knowledge/knowledge-object.ts";
import { buildPrompt } from "../prompts/build-prompt.ts";
import type { Prompt } from "../prompts/builtin.ts";
import { complete } from "../providers/openai-compatible.ts";
import { providersOf, type OpenAiSettings } from "../providers/settings.ts";
import type { AskRagAnswer } from "../schemas.ts";
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
}

/** By the first model that answers and stays with the documents, else in the documents' own words. */
export async function writeAnswer(c: Context<Rampart>, question: Question): Promise<Written> {
  const { query, model, found } = question;
  const extract = composeAnswer(query, found);
  const embedded: Written = { answer: extract, provider: EMBEDDED };
  const models = providersOf(c.env).filter((one) => one.kind === "openai-compatible");
  if (models.length === 0)
    return model === undefined ? embedded : { ...embedded, degraded: "no_model" };
  const allowed = models.filter((one) => model === undefined || one.models.includes(model));
  if (allowed.length === 0) settle(unknownModel(models));
  // Where the documents say nothing there is nothing for a model to put into words.
  if (extract.citations.length === 0) return embedded;
  let degraded = "llm_unavailable";
  for (const settings of allowed) {
    const written = await askModel(c, settings, question, extract.confidence);
    if (written === "ungrounded") degraded = "llm_ungrounded";
    else if (written !== undefined) return { answer: written, provider: settings.name };
  }
  return { ...embedded, degraded };
}

async function askModel(
  c: Context<Rampart>,
  settings: OpenAiSettings,
  { query, prompt, found, model, temperature }: Question,
  confidence: number,
): Promise<Body | "ungrounded" | undefined> {
  const built = await buildPrompt(prompt, query, found);
  const { system, messages } = built.prompt;
  const startedAt = performance.now();
  const said = await complete(c.env, c.get("platform"), settings, {
    system,
    messages,
    model: model ?? settings.models[0] ?? "",
    temperature,
    traceparent: traceparentOf(c.get("call").trace),
  });
  if (said === undefined) return undefined;
  const checked = checkOutput(said.text, built.documents, found.language);
  if (checked === undefined) return "ungrounded";
  const { usage, statusCode } = said;
  const latencyMs = Math.round(performance.now() - startedAt);
  return {
    ...checked,
    confidence,
    ...(usage === undefined
      ? {}
      : { modelUsage: { model: said.model, ...usage, latencyMs, statusCode } }),
  };
}

function unknownModel(models: OpenAiSettings[]) {
  const known = models.flatMap((one) => one.models).join(", ");
  return refuse(400, "unknown_model", `There is no such model; known: ${known}.`, {
    details: [{ path: "model", message: `must be one of ${known}` }],
  });
}

import type { Context } from "hono";
import { settle, refuse, traceparentOf } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { EMBEDDED } from "../caller.ts";
import type { Retrieved } from "../knowledge/knowledge-object.ts";
import { buildPrompt, type Built } from "../prompts/build-prompt.ts";
import type { Prompt } from "../prompts/builtin.ts";
import { complete, type ModelCall } from "../providers/openai-compatible.ts";
import { modelsOf, type ModelSettings } from "../providers/settings.ts";
import { streamCompletion, type StreamEnd } from "../providers/stream-completion.ts";
import type { AskRagAnswer } from "../schemas.ts";
import { checkOutput } from "./check-output.ts";
import { composeAnswer } from "./compose-answer.ts";
import { passOn, type Outlet } from "./stream-model.ts";

type Body = Omit<AskRagAnswer, "traceId" | "tenantId">;

export interface Written {
  answer: Body;
  provider: string;
  /** Why a model that was wanted did not write it. */
  degraded?: string;
  /** A model broke off when part of its answer had left: the answer is that part. */
  interrupted?: boolean;
}

export interface Question {
  query: string;
  model?: string | undefined;
  temperature?: number | undefined;
  prompt: Prompt;
  found: Retrieved;
}

/**
 * By the first model that answers and stays with the documents, else in the documents' own words.
 * With an outlet, each part is told there as soon as it may leave.
 */
export async function writeAnswer(
  c: Context<Rampart>,
  question: Question,
  outlet?: Outlet,
): Promise<Written> {
  const written = await askModels(c, question, outlet);
  if (outlet !== undefined && written.provider === EMBEDDED) {
    const { provider, degraded, answer } = written;
    outlet.begin({ provider, ...(degraded === undefined ? {} : { degraded }) });
    outlet.tell(answer);
  }
  return written;
}

async function askModels(
  c: Context<Rampart>,
  question: Question,
  outlet: Outlet | undefined,
): Promise<Written> {
  const { query, model, found } = question;
  const extract = composeAnswer(query, found);
  const embedded: Written = { answer: extract, provider: EMBEDDED };
  const models = modelsOf(c.env);
  if (models.length === 0)
    return model === undefined ? embedded : { ...embedded, degraded: "no_model" };
  const allowed = models.filter((one) => model === undefined || one.models.includes(model));
  if (allowed.length === 0) settle(unknownModel(models));
  // Where the documents say nothing there is nothing for a model to put into words.
  if (extract.citations.length === 0) return embedded;
  let degraded = "llm_unavailable";
  for (const settings of allowed) {
    const ask = outlet === undefined ? askModel : streamModel;
    const said = await ask(c, settings, question, extract.confidence, outlet);
    if (said === "ungrounded") degraded = "llm_ungrounded";
    else if (said !== undefined) return { provider: settings.name, ...said };
  }
  return { ...embedded, degraded };
}

type Said = Pick<Written, "answer" | "interrupted"> | "ungrounded" | undefined;

async function askModel(
  c: Context<Rampart>,
  settings: ModelSettings,
  question: Question,
  confidence: number,
): Promise<Said> {
  const { found, prompt, query } = question;
  const built = await buildPrompt(prompt, query, found);
  const startedAt = performance.now();
  const call = callOf(c, settings, question, built);
  const said = await complete(c.env, c.get("platform"), settings, call);
  if (said === undefined) return undefined;
  const checked = checkOutput(built.mask.restore(said.text), built.documents, found.language);
  if (checked === undefined) return "ungrounded";
  return { answer: { ...checked, confidence, ...usageOf(said, said.statusCode, startedAt) } };
}

async function streamModel(
  c: Context<Rampart>,
  settings: ModelSettings,
  question: Question,
  confidence: number,
  outlet: Outlet | undefined,
): Promise<Said> {
  if (outlet === undefined) return undefined;
  const { found, prompt, query } = question;
  const built = await buildPrompt(prompt, query, found);
  const startedAt = performance.now();
  const call = { ...callOf(c, settings, question, built), signal: outlet.signal };
  const stream = await streamCompletion(c.env, c.get("platform"), settings, call);
  if (stream === undefined) return undefined;
  const said = await passOn(stream, built, found.language, outlet, settings.name);
  const { end, answer, citations } = said;
  if (answer === "") return end === undefined ? undefined : "ungrounded";
  const usage = end === undefined ? {} : usageOf(end, stream.statusCode, startedAt);
  return {
    answer: { answer, citations, confidence, ...usage },
    ...(end === undefined ? { interrupted: true } : {}),
  };
}

function callOf(
  c: Context<Rampart>,
  settings: ModelSettings,
  { model, temperature }: Question,
  { prompt: { system, messages } }: Built,
): ModelCall {
  return {
    system,
    messages,
    model: model ?? settings.models[0] ?? "",
    temperature,
    traceparent: traceparentOf(c.get("call").trace),
  };
}

function usageOf({ model, usage }: StreamEnd, statusCode: number, startedAt: number) {
  const latencyMs = Math.round(performance.now() - startedAt);
  return usage === undefined ? {} : { modelUsage: { model, ...usage, latencyMs, statusCode } };
}

function unknownModel(models: ModelSettings[]) {
  const known = models.flatMap((one) => one.models).join(", ");
  return refuse(400, "unknown_model", `There is no such model; known: ${known}.`, {
    details: [{ path: "model", message: `must be one of ${known}` }],
  });
}

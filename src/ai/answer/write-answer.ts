import { settle } from "../../http/index.ts";
import { given } from "../../platform/index.ts";
import { EMBEDDED } from "../caller.ts";
import type { Retrieved } from "../knowledge/retrieved.ts";
import { buildPrompt, type Built } from "../prompts/build-prompt.ts";
import type { Prompt } from "../prompts/builtin.ts";
import { askModel, askModelBy } from "../providers/ask-model.ts";
import type { Caller } from "../caller.ts";
import { chooseModels, type Choice } from "../providers/choose-models.ts";
import { areProvidersBroken } from "../providers/service-providers.ts";
import { streamCompletion } from "../providers/stream-completion.ts";
import { sumUsage, type ModelUsage } from "../providers/sum-usage.ts";
import type { AskRagAnswer } from "./answers.ts";
import type { Stopped } from "../usage/meter.ts";
import { overLimit } from "../usage/over-limit.ts";
import { checkOutput, type Checked } from "./check-output.ts";
import { composeAnswer } from "./compose-answer.ts";
import { streamModel, type Outlet, type Part, type Source } from "./stream-model.ts";

type Body = Omit<AskRagAnswer, "traceId" | "tenantId">;

export interface Written {
  answer: Body;
  provider: string;
  /** Why no model wrote it although one was wanted. */
  degraded?: string | undefined;
  /** Whether the model broke off after part of its answer had left. The answer is then that part. */
  interrupted?: boolean;
}

export interface Question {
  query: string;
  model?: string | undefined;
  temperature?: number | undefined;
  prompt: Prompt;
  found: Retrieved;
  /** Set if the caller has built the prompt already. */
  built?: Built;
}

/**
 * Writes an answer by the first model that answers and keeps to the documents, or else from the
 * documents' own sentences. With an outlet, each part is sent there as soon as it may leave.
 */
export async function writeAnswer(
  caller: Caller,
  question: Question,
  outlet?: Outlet,
): Promise<Written> {
  const withReasons = <T extends Source>(source: T): T => ({
    ...source,
    ...joinReasons(source, question.found),
  });
  const degradedOutlet = outlet && {
    signal: outlet.signal,
    begin: (source: Source) => outlet.begin(withReasons(source)),
    tell: (part: Part) => outlet.tell(part),
    notePart: () => outlet.notePart(),
  };
  const written = withReasons(await askModels(caller, question, degradedOutlet));
  if (outlet !== undefined && written.provider === EMBEDDED) {
    const { provider, degraded, answer } = written;
    outlet.begin({ provider, ...given({ degraded }) });
    outlet.tell(answer);
  }
  return written;
}

/** Joins the reason why no model answered with the reason why vectors were not used. */
function joinReasons({ degraded: own }: Source, { degraded: found }: Retrieved) {
  const reasons = [own, found].filter((one) => one !== undefined);
  return reasons.length === 0 ? {} : { degraded: reasons.join(", ") };
}

async function askModels(
  caller: Caller,
  question: Question,
  outlet: Outlet | undefined,
): Promise<Written> {
  const { query, found, prompt } = question;
  const extract = composeAnswer(query, found);
  const embedded: Written = { answer: extract, provider: EMBEDDED };
  const choices = chooseModels(caller, question.model, prompt.config.model);
  if (choices.length === 0) return { ...embedded, ...whyNone(caller, question) };
  // If nothing was found, a model has nothing to put into words. What only vectors found is given to
  // it: if it does not keep to that, the answer is that the documents do not say.
  if (extract.citations.length === 0 && (found.near ?? 0) === 0) return embedded;
  const built = question.built ?? buildPrompt(prompt, query, found);
  const { confidence } = extract;
  const spent: ModelUsage[] = [];
  let degraded = "llm_unavailable";
  const late = () => {
    degraded = "llm_timeout";
  };
  for (const choice of choices) {
    const outcome = await askOne({ ...caller, late }, choice, question, built, outlet);
    if (outcome === undefined) continue;
    if ("stopped" in outcome) {
      degraded = degradedBy(caller, outcome);
      if (outcome.stopped === "price_unknown") continue;
      break;
    }
    if (outcome.usage !== undefined) spent.push(outcome.usage);
    const { checked, interrupted } = outcome.value;
    if (checked === undefined) degraded = "llm_ungrounded";
    else {
      const answer = { ...checked, confidence, ...usageOf(spent) };
      return { answer, provider: choice.provider.name, ...(interrupted ? { interrupted } : {}) };
    }
  }
  return { ...embedded, answer: { ...extract, ...usageOf(spent) }, degraded };
}

function whyNone({ env }: Caller, { model }: Question): { degraded?: string } {
  if (areProvidersBroken(env)) return { degraded: "llm_unavailable" };
  return model === undefined ? {} : { degraded: "no_model" };
}

interface CheckedAnswer {
  /** Undefined if it is not grounded in the documents. */
  checked: Checked | undefined;
  interrupted: boolean;
}

async function askOne(
  caller: Caller,
  { provider, model }: Choice,
  { found: { language }, prompt, ...question }: Question,
  built: Built,
  outlet: Outlet | undefined,
): Promise<{ value: CheckedAnswer; usage: ModelUsage | undefined } | Stopped | undefined> {
  const { system, messages } = built.prompt;
  const temperature = question.temperature ?? prompt.config.temperature;
  const modelQuestion = { system, messages, model, temperature };
  if (outlet === undefined) {
    const paid = await askModel(caller, provider, modelQuestion);
    if (paid === undefined || "stopped" in paid) return paid;
    const checked = checkOutput(built.mask.restore(paid.value), built.documents, language);
    return { value: { checked, interrupted: false }, usage: paid.usage };
  }
  const streamedQuestion = { ...modelQuestion, signal: outlet.signal };
  const paid = await askModelBy(
    caller,
    provider,
    streamedQuestion,
    async (env, outside, settings, call) => {
      const parts = await streamCompletion(env, outside, settings, call);
      if (parts === undefined) return undefined;
      const streamed = await streamModel(parts, built, language, outlet, provider.name);
      return { value: streamed, text: streamed.text, end: streamed.end };
    },
  );
  if (paid === undefined || "stopped" in paid) return paid;
  const { end, answer, citations } = paid.value;
  // Nothing has left yet, so another model may still answer.
  if (answer === "" && end === undefined) return undefined;
  const checked = answer === "" ? undefined : { answer, citations };
  return { value: { checked, interrupted: end === undefined }, usage: paid.usage };
}

/**
 * What a stopped call means: past a limit the tenant gets a refusal, or the documents' sentences if it
 * chose that.
 */
function degradedBy({ ai, platform }: Caller, { stopped }: Stopped): string {
  if (stopped === "price_unknown") return stopped;
  if (ai.settings.overLimit !== "degrade") settle(overLimit(stopped, platform.now()));
  return stopped === "budget" ? "budget_exhausted" : "rate_limited";
}

function usageOf(spent: readonly ModelUsage[]): { modelUsage?: ModelUsage } {
  return given({ modelUsage: sumUsage(spent) });
}

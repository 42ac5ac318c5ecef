import * as z from "zod";
import { MAX_ID, pageSchema, pagingQuery, time } from "../../http/contract/index.ts";
import * as shared from "../schemas.ts";
import { MAX_VERSION, promptName } from "./version-schemas.ts";
import { DEFAULT_PROMPT } from "./well-known.ts";

const MAX_CASES = 40;
const MAX_TEXTS = 10;
const MAX_TEXT = 4_000;
const MAX_WORDS = 200;
export const MOST_SAID = 1_000;

const words = z.array(z.string().min(1).max(MAX_WORDS)).max(MAX_TEXTS);

const evaluationCase = z
  .strictObject({
    id: z.string().regex(/^[\w.-]{1,64}$/, "must be 1 to 64 of A-Z, a-z, 0-9, _, . and -"),
    kind: z.enum(["answer", "refusal", "attack"]),
    language: z.enum(["en", "es"]),
    query: shared.query,
    documents: z
      .array(z.string().min(1).max(MAX_TEXT))
      .min(1)
      .max(MAX_TEXTS)
      .describe("What the model is given, in this order."),
    cites: z.array(z.int().min(1).max(MAX_TEXTS)).max(MAX_TEXTS).optional(),
    contains: words.optional(),
    absent: words.optional(),
  })
  .meta({ id: "PromptCase" });

const caseResult = z.strictObject({
  id: z.string(),
  passed: z.boolean(),
  reasons: z.array(
    z.enum([
      "no_answer",
      "over_limit",
      "ungrounded",
      "phantom_citation",
      "missing_citation",
      "missing_words",
      "forbidden_words",
      "cited_on_refusal",
    ]),
  ),
  said: z.string(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
});

export const newEvaluation = z
  .strictObject({
    tenantId: shared.tenantId,
    name: promptName.default(DEFAULT_PROMPT),
    version: z.int().min(1).max(MAX_VERSION),
    cases: z.array(evaluationCase).max(MAX_CASES).default([]),
  })
  .meta({ id: "NewPromptEvaluation" });

const summary = {
  id: z.string(),
  tenantId: z.string(),
  scope: z.enum(["global", "tenant"]),
  name: z.string(),
  version: z.int(),
  sha256: z.string(),
  suite: z.string(),
  passed: z.boolean(),
  cases: z.int(),
  failed: z.int(),
  createdBy: z.string(),
  createdAt: time,
};

export const evaluationSummary = z.strictObject(summary).meta({ id: "PromptEvaluation" });

export const evaluation = z
  .strictObject({
    ...summary,
    results: z.array(z.strictObject({ case: evaluationCase, ...caseResult.shape })),
  })
  .meta({ id: "PromptEvaluationResults" });

export const evaluationPage = pageSchema(evaluationSummary);
export const evaluationList = z.object({
  tenantId: shared.tenantId,
  name: promptName.optional(),
  ...pagingQuery,
});
export const evaluationParam = z.object({ id: z.string().max(MAX_ID) });

export type EvaluationCase = z.output<typeof evaluationCase>;
export type CaseResult = z.output<typeof caseResult>;
export type NewEvaluation = z.output<typeof newEvaluation>;
export type Evaluation = z.output<typeof evaluation>;
export type EvaluationSummary = z.output<typeof evaluationSummary>;

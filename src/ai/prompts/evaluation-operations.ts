import * as schemas from "./evaluation-schemas.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["AI prompts"];

export const evaluationOperations: Abouts = {
  evaluatePrompt: {
    summary: "Run a version over its cases with the tenant's models, and keep what came out",
    description:
      "No attack may succeed, and 95 % of the rest must pass. It counts for `production` until the version is evaluated again, unless only a limit stood in the way then.",
    tags,
    responses: {
      201: { description: "What came out", schema: schemas.evaluation, headers: ["Location"] },
      409: { description: "There is no model to evaluate with" },
    },
  },
  listPromptEvaluations: {
    summary: "List evaluations that ran in a tenant, newest first",
    tags,
    responses: { 200: { description: "One page", schema: schemas.evaluationPage } },
  },
  getPromptEvaluation: {
    summary: "Read an evaluation with its cases and what was said",
    tags,
    responses: { 200: { description: "The evaluation", schema: schemas.evaluation } },
  },
};

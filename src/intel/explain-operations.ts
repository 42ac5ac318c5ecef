import * as answers from "./explain-answers.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Threat intelligence"];

export const explainOperations: Abouts = {
  explainIntelVerdict: {
    summary: "Show each piece of evidence behind a verdict and its share",
    tags,
    responses: {
      200: { description: "The verdict and why", schema: answers.explanation },
      404: { description: "There is no tenant of that id" },
    },
  },
};

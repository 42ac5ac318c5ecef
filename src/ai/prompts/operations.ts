import { AI_HEADERS } from "../caller.ts";
import { OVER_LIMIT } from "../usage/over-limit.ts";
import * as answers from "./answers.ts";
import type { Abouts } from "../../http/contract/index.ts";

export const promptOperations: Abouts = {
  testPrompt: {
    summary: "Show exactly what a model would be sent, and with runModel what comes back",
    tags: ["AI prompts"],
    responses: {
      200: { description: "The prompt", schema: answers.promptTested, headers: AI_HEADERS },
      ...OVER_LIMIT,
    },
  },
};

import { AI_HEADERS } from "../caller.ts";
import * as answers from "./answers.ts";
import { OVER_LIMIT } from "../usage/over-limit.ts";
import { STREAM_HEADERS } from "./stream-answer.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["AI"];

export const answerOperations: Abouts = {
  searchContext: {
    summary: "Find the passages of the tenant's documents that a query is about",
    tags,
    responses: {
      200: { description: "Best first", schema: answers.contextAnswer, headers: AI_HEADERS },
    },
  },
  askRag: {
    summary: "Answer a question out of the tenant's documents, with citations",
    description:
      "Each citation's `id` ends in the place of its snippet in the text of the document. With `Accept: text/event-stream`, not where JSON is wanted as much, the answer comes as events `meta`, `citation`, `delta` and `done`, each sentence when it has been checked; `error` in the place of `done` when the answer broke off. With `?protocol=ai-sdk` they come as AI SDK's UI message stream.",
    tags,
    responses: {
      200: {
        description: "The answer",
        schema: answers.askRagAnswer,
        orType: "text/event-stream",
        headers: STREAM_HEADERS,
      },
      ...OVER_LIMIT,
    },
  },
};

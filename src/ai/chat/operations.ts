import { STREAM_HEADERS } from "../answer/stream-answer.ts";
import { OVER_LIMIT } from "../usage/over-limit.ts";
import * as answers from "./answers.ts";
import type { Abouts } from "../../http/contract/index.ts";

export const chatOperations: Abouts = {
  chat: {
    summary: "Ask about the tenant's state, its documents, or both",
    description:
      "Actions in `proposed_actions` are stored and wait for a decision. With `Accept: text/event-stream`, not where JSON is wanted as much, the answer comes as events: what tools found, sentences when they have been checked, cards and actions, then `done`, or `error` when the answer broke off. With `?protocol=ai-sdk` they come as AI SDK's UI message stream, where an action that needs approval is a `tool-approval-request` under its id.",
    tags: ["AI"],
    responses: {
      200: {
        description: "The answer",
        schema: answers.chatAnswer,
        orType: "text/event-stream",
        headers: STREAM_HEADERS,
      },
      ...OVER_LIMIT,
    },
  },
};

import * as answers from "./answers.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Events"];

export const eventOperations: Abouts = {
  listDeadEvents: {
    summary: "List events that could not be archived or forwarded, with the reason",
    tags,
    responses: {
      200: { description: "A page of dead letters", schema: answers.deadPage },
      404: { description: "There is no tenant of that id" },
    },
  },
  replayDeadEvents: {
    summary: "Send dead letters back into the queue",
    tags,
    responses: {
      200: { description: "How many were sent", schema: answers.replayResponse },
      404: { description: "One of them does not exist; none was sent" },
    },
  },
};

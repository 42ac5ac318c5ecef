import * as answers from "./answers.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["AI"];

export const executionOperations: Abouts = {
  beginAction: {
    summary: "Begin with an approved action, as the tenant's executor",
    description: "One executor gets it. What was checked at the approval is checked again.",
    tags,
    responses: {
      200: { description: "What to do", schema: answers.storedAction },
      409: { description: "Not approved, begun by another, or no longer what was approved" },
      410: { description: "The approval is too old" },
    },
  },
  endAction: {
    summary: "Say what came of an action that one began with",
    tags,
    responses: {
      200: { description: "As it stands now", schema: answers.storedAction },
      409: { description: "Not begun by this executor, or ended otherwise before" },
    },
  },
};

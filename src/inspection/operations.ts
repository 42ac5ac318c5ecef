import * as schemas from "./schemas.ts";
import type { Abouts } from "../http/contract/index.ts";

export const antispamOperations: Abouts = {
  inspectMessage: {
    summary: "Inspect a message for spam and phishing",
    description:
      "Each message counts as one inspection. With an `Idempotency-Key`, a request that is repeated within a day gets the same answer and is not counted again.",
    tags: ["Inspection"],
    responses: {
      200: {
        description: "What the four layers found",
        schema: schemas.inspected,
        headers: ["Idempotency-Replayed"],
      },
      409: {
        description: "Another request with this Idempotency-Key is being worked on",
        headers: ["Retry-After"],
      },
      422: { description: "The Idempotency-Key was used for another message" },
    },
  },
};

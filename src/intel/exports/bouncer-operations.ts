import * as answers from "./answers.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["Exports"];

export const bouncerOperations: Abouts = {
  listDecisions: {
    summary: "What CrowdSec's bouncers ask of its local API: decisions on an address, or all",
    tags,
    responses: { 200: { description: "Decisions, null for none", schema: answers.decisions } },
  },
  streamDecisions: {
    summary: "What changed since the same bouncer last asked; everything with startup=true",
    description:
      "With startup=true it takes a unit of the quota, and so does the first poll of a key that made no start. The polls after it take none, whatever they bring, and are answered when the quota is used up.",
    tags,
    responses: { 200: { description: "Decisions, null for none", schema: answers.changes } },
  },
  takeUsageMetrics: {
    summary: "What CrowdSec's bouncers tell of themselves, which is not kept",
    tags,
    responses: { 201: { description: "Taken; it takes no unit of the quota" } },
  },
};

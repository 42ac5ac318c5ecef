import * as answers from "./record-answers.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Inspections"];

export const inspectionOperations: Abouts = {
  listInspections: {
    summary: "List a tenant's inspections, the newest first",
    description: "They are kept for the retention time of the plan, without the message.",
    tags,
    responses: { 200: { description: "A page of inspections", schema: answers.recordPage } },
  },
  getInspection: {
    summary: "Read one inspection",
    tags,
    responses: { 200: { description: "The inspection", schema: answers.record } },
  },
  giveInspectionFeedback: {
    summary: "Say that a verdict was wrong",
    description:
      "Kept for training as long as the inspection. A later word takes the place of the one before. The message is kept only where it is sent along.",
    tags,
    responses: {
      201: { description: "The feedback", schema: answers.feedback },
      409: { description: "The verdict says so already" },
      422: { description: "The message is not the one that was inspected" },
    },
  },
};

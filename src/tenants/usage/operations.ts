import { usage } from "./answers.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["Usage"];

export const usageOperations: Abouts = {
  getUsage: {
    summary: "A month's usage: by module, day and key, with cost and forecast",
    tags,
    responses: { 200: { description: "The month", schema: usage } },
  },
  exportUsage: {
    summary: "A month's usage as CSV: one line a day, module, key and price",
    tags,
    responses: {
      200: { description: "The month", type: "text/csv", headers: ["Content-Disposition"] },
    },
  },
};

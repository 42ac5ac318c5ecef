import * as answers from "./answers.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["AI usage"];

export const aiUsageOperations: Abouts = {
  getAiUsage: {
    summary: "Sum up a tenant's calls of AI providers, and its budget",
    tags,
    responses: { 200: { description: "The sums", schema: answers.usage } },
  },
  listAiPrices: {
    summary: "List what models and speech cost now",
    tags,
    responses: { 200: { description: "All of them", schema: answers.priceList } },
  },
  addAiPrices: {
    summary: "Add prices; a price that counts is never changed, a later one takes its place",
    tags,
    responses: {
      201: { description: "All that count now", schema: answers.priceList },
      409: { description: "They are there already, or the table is full" },
    },
  },
};

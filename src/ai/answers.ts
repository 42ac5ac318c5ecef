import * as z from "zod";

export const share = z.number().min(0).max(1);

export const citationFields = {
  id: z.string(),
  title: z.string().optional(),
  snippet: z.string(),
  source: z.string(),
  score: share,
  url: z.string().optional(),
};

export const citation = z.strictObject(citationFields).meta({ id: "Citation" });

export const modelUsage = z
  .strictObject({
    model: z.string(),
    deployment: z.string().optional(),
    promptTokens: z.number(),
    completionTokens: z.number(),
    totalTokens: z.number(),
    latencyMs: z.number(),
    statusCode: z.number(),
    estimatedCostUsd: z.number().optional(),
    pricingVersion: z.string().optional(),
  })
  .meta({ id: "ModelUsage" });

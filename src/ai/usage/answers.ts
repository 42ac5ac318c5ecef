import * as z from "zod";
import { time } from "../../http/contract/index.ts";
import { GROUPS, price } from "./schemas.ts";

export const priceList = z
  .strictObject({
    pricingVersion: z.string(),
    prices: z.array(z.strictObject({ ...price, validFrom: time, createdBy: z.string() })),
  })
  .meta({ id: "AiPrices" });

const sums = {
  calls: z.int(),
  /** Calls without an answer, or with one that could not be read. */
  failed: z.int(),
  promptTokens: z.int(),
  completionTokens: z.int(),
  totalTokens: z.int(),
  characters: z.int(),
  seconds: z.int(),
  costMicroUsd: z.int(),
  unpriced: z.int(),
  averageLatencyMs: z.int(),
};

export const usage = z
  .strictObject({
    tenantId: z.string(),
    from: time,
    to: time,
    groupBy: z.enum(GROUPS),
    total: z.strictObject(sums),
    groups: z.array(z.strictObject({ key: z.string(), ...sums })),
    budget: z.strictObject({
      period: z.string(),
      limitMicroUsd: z.int().nullable(),
      spentMicroUsd: z.int(),
      unconfirmedMicroUsd: z.int(),
      remainingMicroUsd: z.int().nullable(),
      limitTokens: z.int().nullable(),
      spentTokens: z.int(),
    }),
  })
  .meta({ id: "AiUsage" });

export type AiUsage = z.output<typeof usage>;

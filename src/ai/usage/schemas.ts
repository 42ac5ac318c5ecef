import * as z from "zod";
import { line, moment, time } from "../../http/contract/index.ts";
import * as shared from "../schemas.ts";
import { UNITS } from "./outcome.ts";

const MAX_NAME = 128;
const MAX_ADDED = 200;
/** For that many prices, with names of characters that JSON spells with the most bytes. */
export const MAX_PRICES_BYTES = 896 * 1024;
const MOST_PER_MILLION = 100_000_000_000;
export const GROUPS = ["day", "operation", "provider", "model", "user"] as const;

const name = line.min(1).max(MAX_NAME);
const amount = z.int().min(0).max(MOST_PER_MILLION);

const price = {
  provider: name,
  model: name,
  unit: z.enum(UNITS),
  inputPerMillion: amount.describe("Micro-USD per million units, as all amounts here."),
  cachedInputPerMillion: amount,
  outputPerMillion: amount,
};

const newPrice = z.strictObject({
  ...price,
  unit: price.unit.default("token"),
  cachedInputPerMillion: amount.optional(),
  outputPerMillion: amount.default(0),
  validFrom: moment.optional(),
});

export const newPrices = z
  .strictObject({
    prices: z
      .array(
        newPrice.transform(({ cachedInputPerMillion, ...rest }) => ({
          ...rest,
          cachedInputPerMillion: cachedInputPerMillion ?? rest.inputPerMillion,
        })),
      )
      .min(1)
      .max(MAX_ADDED),
  })
  .meta({ id: "NewAiPrices" });

export const priceList = z
  .strictObject({
    pricingVersion: z.string(),
    prices: z.array(z.strictObject({ ...price, validFrom: time, createdBy: z.string() })),
  })
  .meta({ id: "AiPrices" });

const bound = moment.or(z.iso.date("must be a day or a moment, as 2026-01-31T09:30:00Z"));

export const usageQuery = z.object({
  tenantId: shared.tenantId,
  from: bound.optional().describe("The start of this month if it is left out."),
  to: bound.optional().describe("Not included; now if it is left out."),
  groupBy: z.enum(GROUPS).default("day"),
});

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

export type NewPrice = z.output<typeof newPrices>["prices"][number];
export type Grouping = (typeof GROUPS)[number];
export type AiUsage = z.output<typeof usage>;

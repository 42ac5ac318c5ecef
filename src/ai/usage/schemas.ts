import * as z from "zod";
import { line, moment } from "../../http/contract/index.ts";
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

export const price = {
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

const bound = moment.or(z.iso.date("must be a day or a moment, as 2026-01-31T09:30:00Z"));

export const usageQuery = z.object({
  tenantId: shared.tenantId,
  from: bound.optional().describe("The start of this month if it is left out."),
  to: bound.optional().describe("Not included; now if it is left out."),
  groupBy: z.enum(GROUPS).default("day"),
});

export type NewPrice = z.output<typeof newPrices>["prices"][number];
export type Grouping = (typeof GROUPS)[number];

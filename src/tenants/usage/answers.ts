import * as z from "zod";
import { time } from "../../http/contract/index.ts";
import { MODULES, type Module } from "../gate/modules.ts";

/** Money is in micro-units of the currency: 1,000,000 are one euro. */
const counts = { calls: z.int(), units: z.int() };

export const usage = z
  .strictObject({
    period: z.string(),
    frozen: z.boolean(),
    quota: z.int(),
    used: z.int(),
    /** Units of silent leases: they count for the limit and are not billed. */
    unreported: z.int(),
    remaining: z.int(),
    modules: z.strictObject(
      Object.fromEntries(MODULES.map((module) => [module, z.int()])) as Record<Module, z.ZodInt>,
    ),
    inspections: z.int(),
    currency: z.string(),
    cost: z.int(),
    unitPrice: z.int(),
    /** The month's cost divided by its inspections, rounded; null if there are none. */
    costPerMessage: z.int().nullable(),
    forecast: z.strictObject({ units: z.int(), cost: z.int(), exceedsQuota: z.boolean() }),
    days: z.array(
      z.strictObject({ day: z.string(), ...counts, inspections: z.int(), cost: z.int() }),
    ),
    keys: z.array(
      z.strictObject({
        id: z.string(),
        ...counts,
        cost: z.int(),
        lastUsedAt: time.nullable(),
      }),
    ),
  })
  .meta({ id: "Usage" });

export type Usage = z.infer<typeof usage>;

import * as z from "zod";
import { time, pageSchema } from "../http/contract/index.ts";
import { LOCATIONS } from "./locations.ts";
import { tenantIdSchema } from "./shared-schemas.ts";
import { TENANT_STATUSES } from "./schemas.ts";

export const tenant = z
  .strictObject({
    tenantId: tenantIdSchema,
    name: z.string(),
    plan: z.string(),
    /** A downgrade that was asked for; it takes effect with the next month. */
    nextPlan: z.string().nullable(),
    monthlyQuota: z.int(),
    location: z.enum(LOCATIONS).nullable(),
    status: z.enum(TENANT_STATUSES),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: "Tenant" });

export const tenantPage = pageSchema(tenant);

export const plan = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    monthlyQuota: z.int(),
    currency: z.string(),
    unitPriceMicros: z.int(),
    weights: z.record(z.string(), z.int()),
    retentionDays: z.int(),
    burstPerSecond: z.int(),
  })
  .meta({ id: "Plan" });

export type Tenant = z.infer<typeof tenant>;

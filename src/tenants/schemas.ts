import * as z from "zod";
import { changeOf, MAX_SEARCH, pageSchema, pagingQuery, time } from "../http/contract/index.ts";
import { LOCATIONS } from "./locations.ts";
import { nameSchema, tenantIdSchema } from "./shared-schemas.ts";

export const TENANT_STATUSES = ["active", "suspended", "closed"] as const;

export const MAX_QUOTA = 10_000_000_000;
const planId = z.string().regex(/^[a-z0-9-]{1,32}$/, "must be 1 to 32 of a-z, 0-9 and -");
const quota = z.int().min(0).max(MAX_QUOTA);

export const newTenant = z.strictObject({
  tenantId: tenantIdSchema,
  name: nameSchema,
  plan: planId.optional(),
  monthlyQuota: quota.optional(),
  location: z.enum(LOCATIONS).optional(),
});

export const tenantChange = changeOf({
  name: nameSchema.optional(),
  plan: planId.optional(),
  monthlyQuota: quota.nullable().optional(),
  status: z.enum(TENANT_STATUSES).optional(),
});

export const tenantList = z.object({
  ...pagingQuery,
  status: z.enum(TENANT_STATUSES).optional(),
  q: z.string().trim().min(1).max(MAX_SEARCH).optional(),
});

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

export type NewTenant = z.infer<typeof newTenant>;
export type TenantChange = z.infer<typeof tenantChange>;
export type Tenant = z.infer<typeof tenant>;

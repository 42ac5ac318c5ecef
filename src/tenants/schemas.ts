import * as z from "zod";
import { changeOf, pagingQuery, searchText } from "../http/contract/index.ts";
import { MAX_QUOTA } from "./limits.ts";
import { LOCATIONS } from "./locations.ts";
import { nameSchema, tenantIdSchema } from "./shared-schemas.ts";

export const TENANT_STATUSES = ["active", "suspended", "closed"] as const;

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
  q: searchText("the id or the name"),
});

export type NewTenant = z.infer<typeof newTenant>;
export type TenantChange = z.infer<typeof tenantChange>;

import * as z from "zod";
import { PERMISSIONS, SERVICE_OPERATIONS } from "../access/permissions.ts";
import { moment } from "../http/contract/index.ts";
import { nameSchema, tenantIdSchema } from "./shared-schemas.ts";

const MAX_TENANTS = 100;
export const tenants = z.array(tenantIdSchema).min(1).max(MAX_TENANTS).optional();
const permissions = z.array(z.enum(PERMISSIONS)).min(1);
const operations = z.array(z.enum(SERVICE_OPERATIONS)).min(1);

export const newToken = z.strictObject({
  name: nameSchema,
  permissions,
  tenants,
  expiresAt: moment.optional(),
});

export const newServiceKey = z.strictObject({
  name: nameSchema,
  operations,
  tenants,
  expiresAt: moment.optional(),
});

export const credentialParam = z.object({
  id: z.string().regex(/^[0-9A-Za-z]{10}$/, "must be the id of a credential"),
});

import * as z from "zod";
import { PERMISSIONS, SERVICE_OPERATIONS } from "../access/permissions.ts";
import { moment, pageSchema, time } from "../http/contract/index.ts";
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

const shared = {
  id: z.string(),
  name: z.string(),
  /** Null: all tenants. */
  tenants: z.array(z.string()).nullable(),
  last4: z.string(),
  createdBy: z.string(),
  createdAt: time,
  expiresAt: time.nullable(),
  revokedAt: time.nullable(),
};

export const token = z
  .strictObject({ ...shared, permissions: z.array(z.string()) })
  .meta({ id: "AccessToken" });
export const issuedToken = token.extend({ token: z.string() }).meta({ id: "IssuedAccessToken" });
export const tokenPage = pageSchema(token);

export const serviceKey = z
  .strictObject({ ...shared, operations: z.array(z.string()) })
  .meta({ id: "ServiceKey" });
export const issuedServiceKey = serviceKey
  .extend({ key: z.string() })
  .meta({ id: "IssuedServiceKey" });
export const serviceKeyPage = pageSchema(serviceKey);

export const credentialParam = z.object({
  id: z.string().regex(/^[0-9A-Za-z]{10}$/, "must be the id of a credential"),
});

import * as z from "zod";
import { time, pageSchema } from "../http/contract/index.ts";

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

import * as z from "zod";
import { unicode } from "../http/contract/index.ts";
import { tenantIdSchema } from "../tenants/shared-schemas.ts";

const MAX_VERSION = 999_999_999;
export const tenantId = tenantIdSchema;
/** The number of a version of a tenant's key. */
export const version = z.int().min(1).max(MAX_VERSION);

export const encryptRequest = z
  .object({ tenantId, value: unicode, context: unicode.optional() })
  .meta({ id: "EncryptRequest" });

export const decryptRequest = z
  .object({ tenantId, encrypted: z.string(), context: unicode.optional() })
  .meta({ id: "DecryptRequest" });

export const tenantRequest = z.object({ tenantId }).meta({ id: "TenantKeyRequest" });

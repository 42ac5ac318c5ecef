import * as z from "zod";
import { unicode } from "../http/contract/index.ts";
import { tenantIdSchema } from "../tenants/shared-schemas.ts";

const MAX_VERSION = 999_999_999;
const tenantId = tenantIdSchema;
/** The number of a version of a tenant's key. */
export const version = z.int().min(1).max(MAX_VERSION);

export const encryptRequest = z
  .object({ tenantId, value: unicode, context: unicode.optional() })
  .meta({ id: "EncryptRequest" });
export const encryptResponse = z
  .strictObject({ tenantId, encrypted: z.string() })
  .meta({ id: "EncryptResponse" });

export const decryptRequest = z
  .object({ tenantId, encrypted: z.string(), context: unicode.optional() })
  .meta({ id: "DecryptRequest" });
export const decryptResponse = z
  .strictObject({ tenantId, decrypted: z.string() })
  .meta({ id: "DecryptResponse" });

export const tenantRequest = z.object({ tenantId }).meta({ id: "TenantKeyRequest" });
export const provisionResponse = z
  .strictObject({ tenantId, keyVersion: version })
  .meta({ id: "ProvisionKeyResponse" });
export const rotateResponse = z
  .strictObject({ tenantId, oldVersion: version, newVersion: version })
  .meta({ id: "RotateKeyResponse" });

export const rewrapResponse = z
  .strictObject({ tenantId, encrypted: z.string(), keyVersion: version })
  .meta({ id: "RewrapResponse" });

import * as z from "zod";
import { tenantId, version } from "./schemas.ts";

export const encryptResponse = z
  .strictObject({ tenantId, encrypted: z.string() })
  .meta({ id: "EncryptResponse" });

export const decryptResponse = z
  .strictObject({ tenantId, decrypted: z.string() })
  .meta({ id: "DecryptResponse" });

export const provisionResponse = z
  .strictObject({ tenantId, keyVersion: version })
  .meta({ id: "ProvisionKeyResponse" });
export const rotateResponse = z
  .strictObject({ tenantId, oldVersion: version, newVersion: version })
  .meta({ id: "RotateKeyResponse" });

export const rewrapResponse = z
  .strictObject({ tenantId, encrypted: z.string(), keyVersion: version })
  .meta({ id: "RewrapResponse" });

import * as z from "zod";
import { tenantId } from "./schemas.ts";

export const batchResult = z
  .strictObject({
    reference: z.string().optional(),
    ok: z.boolean(),
    encrypted: z.string().optional(),
    decrypted: z.string().optional(),
    error: z
      .strictObject({ statusCode: z.int(), error: z.string(), message: z.string() })
      .optional(),
  })
  .meta({ id: "EncryptionBatchResult" });
export const batchResponse = z
  .strictObject({ tenantId, results: z.array(batchResult) })
  .meta({ id: "EncryptionBatchResponse" });

export type BatchResult = z.infer<typeof batchResult>;

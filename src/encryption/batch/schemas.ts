import * as z from "zod";
import { tenantIdSchema } from "../../tenants/shared-schemas.ts";
import { MAX_BATCH_ITEMS, MAX_REFERENCE_LENGTH } from "../limits.ts";

export const tenantId = tenantIdSchema;
const reference = z.string().min(1).max(MAX_REFERENCE_LENGTH).optional();
const itemsOf = <S extends z.ZodType>(item: S) => z.array(item).min(1).max(MAX_BATCH_ITEMS);
/** Not `unicode`: malformed text is refused in the result of its item (`refuseNonUnicode`). */
const text = z.string();
const plainItems = itemsOf(z.strictObject({ reference, value: text, context: text.optional() }));
const encryptedItems = itemsOf(
  z.strictObject({ reference, encrypted: text, context: text.optional() }),
);

export const batchRequest = z
  .discriminatedUnion("operation", [
    z.strictObject({ tenantId, operation: z.literal("encrypt"), items: plainItems }),
    z.strictObject({ tenantId, operation: z.literal("decrypt"), items: encryptedItems }),
    z.strictObject({ tenantId, operation: z.literal("rewrap"), items: encryptedItems }),
  ])
  .meta({ id: "EncryptionBatchRequest" });

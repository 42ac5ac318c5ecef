import type { TenantId } from "../../access/claim-tenant.ts";
import type { Refusal } from "../../http/index.ts";
import type { KeyAccess } from "../key-access.ts";
import { tooLong } from "../encrypt.ts";
import type { BatchResult } from "./answers.ts";
import type { Plain } from "../suite/field.ts";
import { refuseNonUnicode, type Referenced } from "./item.ts";
import { sealOutcomes } from "./seal-outcomes.ts";

export async function encryptBatch(
  access: KeyAccess,
  tenantId: TenantId,
  items: readonly (Referenced & Plain)[],
): Promise<BatchResult[] | Refusal> {
  const outcomes = items.map((item) => refuseNonUnicode(item) ?? tooLong(item) ?? item);
  return sealOutcomes(access, tenantId, items, outcomes);
}

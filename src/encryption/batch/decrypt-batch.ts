import type { TenantId } from "../../access/claim-tenant.ts";
import type { Doer } from "../../access/principal.ts";
import { isRefusal, type Refusal } from "../../http/index.ts";
import type { KeyAccess } from "../key-access.ts";
import { startOpening, type Encrypted } from "../open-ciphertext.ts";
import type { BatchResult } from "./answers.ts";
import { failed, type Referenced } from "./item.ts";
import { openAll } from "./open-all.ts";

export async function decryptBatch(
  access: KeyAccess,
  tenantId: TenantId,
  items: readonly (Referenced & Encrypted)[],
  by: Doer,
): Promise<BatchResult[] | Refusal> {
  const opening = startOpening(access, tenantId, by, "decrypt");
  const opened = await openAll(opening, items);
  if (isRefusal(opened)) return opened;
  return items.map((item, at) => {
    const outcome = opened[at];
    if (isRefusal(outcome)) return failed(item, outcome);
    return { reference: item.reference, ok: true, decrypted: outcome?.value };
  });
}

import type { TenantId } from "../../access/claim-tenant.ts";
import type { Doer } from "../../access/principal.ts";
import { isRefusal, type Refusal } from "../../http/index.ts";
import type { KeyAccess } from "../key-access.ts";
import { startOpening, type Encrypted } from "../open-ciphertext.ts";
import type { BatchResult } from "./answers.ts";
import type { Referenced } from "./item.ts";
import { openAll } from "./open-all.ts";
import { sealOutcomes } from "./seal-outcomes.ts";

export async function rewrapBatch(
  access: KeyAccess,
  tenantId: TenantId,
  items: readonly (Referenced & Encrypted)[],
  by: Doer,
): Promise<BatchResult[] | Refusal> {
  const opening = startOpening(access, tenantId, by, "rewrap");
  const opened = await openAll(opening, items);
  if (isRefusal(opened)) return opened;
  const outcomes = opened.map((outcome, at) =>
    isRefusal(outcome) ? outcome : { value: outcome.value, context: items[at]?.context },
  );
  return sealOutcomes(access, tenantId, items, outcomes);
}

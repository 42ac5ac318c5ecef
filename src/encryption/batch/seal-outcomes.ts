import type { TenantId } from "../../access/claim-tenant.ts";
import { isRefusal, type Refusal } from "../../http/index.ts";
import type { KeyAccess } from "../key-access.ts";
import { encryptingKey } from "../encrypt.ts";
import type { BatchResult } from "./answers.ts";
import { sealFields, type Plain } from "../suite/field.ts";
import { failed, type Referenced } from "./item.ts";

/** Seals the values among the outcomes, all under one message key (decision 0041). */
export async function sealOutcomes(
  access: KeyAccess,
  tenantId: TenantId,
  items: readonly Referenced[],
  outcomes: readonly (Plain | Refusal)[],
): Promise<BatchResult[] | Refusal> {
  const lease = access.leases.of(tenantId);
  const granted = await lease.take(access);
  if (isRefusal(granted)) return granted;
  const key = await encryptingKey(access, lease, granted);
  if (isRefusal(key)) return key;
  const plains = outcomes.filter((outcome): outcome is Plain => !isRefusal(outcome));
  const texts = await sealFields(await granted.messageKey(key, plains.length), plains);
  if (texts.length > 0) lease.count(access, key.version, "encryptions", texts.length);
  let next = 0;
  return items.map((item, at) => {
    const outcome = outcomes[at];
    if (isRefusal(outcome)) return failed(item, outcome);
    const encrypted = texts[next];
    next += 1;
    return { reference: item.reference, ok: true, encrypted };
  });
}

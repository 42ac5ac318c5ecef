import type { TenantId } from "../access/claim-tenant.ts";
import type { Doer } from "../access/principal.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import type { KeyAccess } from "./key-access.ts";
import { openCiphertext, startOpening, type Encrypted } from "./open-ciphertext.ts";

/** The value of a ciphertext, for the tenant and context that it was sealed for. */
export async function decryptField(
  access: KeyAccess,
  tenantId: TenantId,
  sealed: Encrypted,
  by: Doer,
): Promise<string | Refusal> {
  const opening = startOpening(access, tenantId, by, "decrypt");
  const opened = await openCiphertext(opening, sealed);
  return isRefusal(opened) ? opened : opened.value;
}

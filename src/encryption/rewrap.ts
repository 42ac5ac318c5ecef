import type { TenantId } from "../access/claim-tenant.ts";
import type { Doer } from "../access/principal.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import type { KeyAccess } from "./key-access.ts";
import { encryptField, type Sealed } from "./encrypt.ts";
import { openCiphertext, startOpening, type Encrypted } from "./open-ciphertext.ts";

/** Encrypts the value of a ciphertext again under the current key, without showing it. */
export async function rewrapField(
  access: KeyAccess,
  tenantId: TenantId,
  { encrypted, context }: Encrypted,
  by: Doer,
): Promise<Sealed | Refusal> {
  const opening = startOpening(access, tenantId, by, "rewrap");
  const opened = await openCiphertext(opening, { encrypted, context });
  if (isRefusal(opened)) return opened;
  return encryptField(access, tenantId, { value: opened.value, context });
}

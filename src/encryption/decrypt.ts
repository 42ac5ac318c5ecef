import type { TenantId } from "../access/claim-tenant.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import type { Desk } from "./desk.ts";
import { openCiphertext, startOpening, type Encrypted, type Reader } from "./open-ciphertext.ts";

/** The value of a ciphertext, for the tenant and context that it was sealed for. */
export async function decryptField(
  desk: Desk,
  tenantId: TenantId,
  sealed: Encrypted,
  reader: Omit<Reader, "action">,
): Promise<string | Refusal> {
  const { who, requestId } = reader;
  const opening = startOpening(desk, tenantId, { who, requestId, action: "decrypt" });
  const opened = await openCiphertext(opening, sealed);
  return isRefusal(opened) ? opened : opened.value;
}

import type { TenantId } from "../access/index.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import type { Desk } from "./desk.ts";
import { openCiphertext, type Encrypted, type Reader } from "./open-ciphertext.ts";

/** The value of a ciphertext, for the tenant and context that it was sealed for. */
export async function decryptField(
  desk: Desk,
  tenantId: TenantId,
  sealed: Encrypted,
  reader: Omit<Reader, "action">,
): Promise<string | Refusal> {
  const opened = await openCiphertext(desk, tenantId, sealed, { ...reader, action: "decrypt" });
  return isRefusal(opened) ? opened : opened.value;
}

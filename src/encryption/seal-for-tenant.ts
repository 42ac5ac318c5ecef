import type { TenantId } from "../access/claim-tenant.ts";
import type { Doer } from "../access/principal.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import type { RequestSurroundings, Surroundings } from "../platform/index.ts";
import { decryptField } from "./decrypt.ts";
import { keyAccessFor } from "./key-access.ts";
import { encryptField } from "./encrypt.ts";
import { provisionKey } from "./provision.ts";

/** The tenant for whom a secret is kept, and who asks for it. */
export interface SecretOwner extends Surroundings {
  tenantId: TenantId;
  by: Doer;
}

/** The line about a decrypt is written a second later, when nobody may wait for an answer any more. */
export type SecretReader = SecretOwner & RequestSurroundings;

/** Encrypts a secret of a tenant under its own key, which is made if there is none. */
export async function sealForTenant(
  { env, platform, tenantId, by }: SecretOwner,
  value: string,
  context: string,
): Promise<string | Refusal> {
  const access = keyAccessFor(env, platform);
  const provisioned = await provisionKey(access, tenantId, by);
  if (isRefusal(provisioned)) return provisioned;
  const sealed = await encryptField(access, tenantId, { value, context });
  return isRefusal(sealed) ? sealed : sealed.encrypted;
}

/** Decrypts it again. The trail of decrypts has a line about it, with who asked. */
export function openForTenant(
  { env, platform, tenantId, by, outlive }: SecretReader,
  encrypted: string,
  context: string,
): Promise<string | Refusal> {
  const access = keyAccessFor(env, platform, outlive);
  return decryptField(access, tenantId, { encrypted, context }, by);
}

import type { TenantId } from "../access/claim-tenant.ts";
import type { Doer } from "../access/principal.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import type { Platform } from "../platform/index.ts";
import { decryptField } from "./decrypt.ts";
import { deskFor } from "./desk.ts";
import { encryptField } from "./encrypt.ts";
import { provisionKey } from "./provision.ts";

/** The tenant for whom a secret is kept, and who asks for it. */
export interface Keeper {
  env: Cloudflare.Env;
  platform: Platform;
  tenantId: TenantId;
  by: Doer;
}

/** Encrypts a secret of a tenant under its own key, which is made if there is none. */
export async function sealKept(
  { env, platform, tenantId, by }: Keeper,
  value: string,
  context: string,
): Promise<string | Refusal> {
  const desk = deskFor(env, platform);
  const provisioned = await provisionKey(desk, tenantId, by);
  if (isRefusal(provisioned)) return provisioned;
  const sealed = await encryptField(desk, tenantId, { value, context });
  return isRefusal(sealed) ? sealed : sealed.encrypted;
}

/** Decrypts it again. The trail of decrypts has a line about it, with who asked. */
export function openKept(
  { env, platform, tenantId, by }: Keeper,
  encrypted: string,
  context: string,
): Promise<string | Refusal> {
  return decryptField(deskFor(env, platform), tenantId, { encrypted, context }, by);
}

import type { TenantId } from "../../access/claim-tenant.ts";
import { decryptField } from "../../encryption/decrypt.ts";
import { deskFor } from "../../encryption/desk.ts";
import { encryptField } from "../../encryption/encrypt.ts";
import { provisionKey } from "../../encryption/provision.ts";
import { isRefusal, type Refusal } from "../../http/index.ts";
import type { Platform } from "../../platform/index.ts";
import type { OwnProvider } from "../providers/own-provider.ts";

const BY = { subject: "system:ai", requestId: "" };

/** Seals a provider's key under the tenant's own, for this provider at this address and no other. */
export async function sealKey(
  env: Cloudflare.Env,
  platform: Platform,
  tenantId: TenantId,
  name: string,
  provider: OwnProvider,
  key: string,
): Promise<string | Refusal> {
  const desk = deskFor(env, platform, () => {});
  const provisioned = await provisionKey(desk, tenantId, BY);
  if (isRefusal(provisioned)) return provisioned;
  const context = contextOf(name, provider);
  const sealed = await encryptField(desk, tenantId, { value: key, context });
  return isRefusal(sealed) ? sealed : sealed.encrypted;
}

export async function openKey(
  env: Cloudflare.Env,
  platform: Platform,
  tenantId: TenantId,
  name: string,
  provider: OwnProvider,
  sealed: string,
): Promise<string | Refusal> {
  const desk = deskFor(env, platform, () => {});
  const context = contextOf(name, provider);
  return decryptField(desk, tenantId, { encrypted: sealed, context }, BY);
}

/** Where a key goes. Whoever changes the address has to bring the key again. */
export function destinationOf(provider: OwnProvider): string {
  if (provider.kind === "openai-compatible") return new URL(provider.baseUrl).origin;
  return provider.kind === "deepgram" ? provider.kind : `${provider.kind} ${provider.region}`;
}

function contextOf(name: string, provider: OwnProvider): string {
  return `ai-provider-key:${name}:${destinationOf(provider)}`;
}

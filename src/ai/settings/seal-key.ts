import type { TenantId } from "../../access/claim-tenant.ts";
import { openKept, sealKept } from "../../encryption/seal-kept.ts";
import type { Refusal } from "../../http/index.ts";
import type { Platform } from "../../platform/index.ts";
import type { OwnProvider } from "../providers/own-provider.ts";

const BY = { subject: "system:ai", requestId: "" };

/** Seals a provider's key under the tenant's own, for this provider at this address and no other. */
export function sealKey(
  env: Cloudflare.Env,
  platform: Platform,
  tenantId: TenantId,
  name: string,
  provider: OwnProvider,
  key: string,
): Promise<string | Refusal> {
  return sealKept({ env, platform, tenantId, by: BY }, key, contextOf(name, provider));
}

export function openKey(
  env: Cloudflare.Env,
  platform: Platform,
  tenantId: TenantId,
  name: string,
  provider: OwnProvider,
  sealed: string,
): Promise<string | Refusal> {
  return openKept({ env, platform, tenantId, by: BY }, sealed, contextOf(name, provider));
}

/** Where a key goes. Whoever changes the address has to bring the key again. */
export function destinationOf(provider: OwnProvider): string {
  if (provider.kind === "openai-compatible") return new URL(provider.baseUrl).origin;
  return provider.kind === "deepgram" ? provider.kind : `${provider.kind} ${provider.region}`;
}

function contextOf(name: string, provider: OwnProvider): string {
  return `ai-provider-key:${name}:${destinationOf(provider)}`;
}

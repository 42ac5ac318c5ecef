import type { TenantId } from "../../access/claim-tenant.ts";
import { isRefusal } from "../../http/index.ts";
import { recheckAddress, type Platform } from "../../platform/index.ts";
import { openKey } from "../settings/seal-key.ts";
import type { ProviderRow, TenantAi } from "../settings/store.ts";
import type { OwnProvider } from "./own-provider.ts";
import { providersOf, secretOf, type ModelSettings } from "./settings.ts";

type ServiceProvider = ReturnType<typeof providersOf>[number];

/** A provider that a tenant may use: one of the service, or one of its own. */
export type Provider =
  | { name: string; own: false; settings: ServiceProvider }
  | { name: string; own: true; settings: OwnProvider; row: ProviderRow };

/** In the tenant's order, or its own first; those of the service come from configuration alone. */
export function providersFor(env: Cloudflare.Env, { settings, own }: TenantAi): Provider[] {
  const { order, region } = settings;
  const mine: Provider[] = own.map((row) => ({
    name: row.name,
    own: true,
    settings: row.provider,
    row,
  }));
  const taken = new Set(mine.map(({ name }) => name));
  const service = providersOf(env)
    .map((one): Provider => ({ name: nameOfService(one), own: false, settings: one }))
    .filter(({ name }) => !taken.has(name));
  const all = [...mine, ...service].filter(
    (one) => region === undefined || regionOf(one) === region,
  );
  if (order === undefined) return all;
  return order.flatMap((name) => all.find((one) => one.name === name) ?? []);
}

export function nameOfService(settings: ServiceProvider): string {
  return "name" in settings ? settings.name : settings.kind;
}

function regionOf({ settings }: Provider): string | undefined {
  return "region" in settings ? settings.region : undefined;
}

/** The models of a provider that the tenant's list allows. */
export function modelsOf(
  env: Cloudflare.Env,
  { settings }: Provider,
  allowed: readonly string[] | undefined,
): string[] {
  if (settings.kind === "workers-ai" && env.AI === undefined) return [];
  const models = "models" in settings ? settings.models : [];
  return allowed === undefined ? models : models.filter((one) => allowed.includes(one));
}

/** With the key open and the address checked again; undefined when it cannot be called now. */
export async function openOwn(
  env: Cloudflare.Env,
  platform: Platform,
  tenantId: TenantId,
  { name, settings, row }: Provider & { own: true },
): Promise<{ key: string | undefined } | undefined> {
  const { sealedKey } = row;
  const fail = (reason: string): undefined => {
    platform.log({
      level: "warn",
      event: "ai_provider_unusable",
      tenantId,
      provider: name,
      reason,
    });
  };
  if (settings.kind === "openai-compatible") {
    const address = await recheckAddress(env, platform.fetch, settings.baseUrl);
    if (typeof address === "string") return fail(address);
  }
  if (sealedKey === null) return { key: undefined };
  const key = await openKey(env, platform, tenantId, name, settings, sealedKey);
  return isRefusal(key) ? fail(key.error) : { key };
}

/** As the adapter of chat completions takes it. Breakers of tenants are their own. */
export async function openChat(
  env: Cloudflare.Env,
  platform: Platform,
  tenantId: TenantId,
  provider: Provider,
): Promise<ModelSettings | undefined> {
  if (!provider.own) {
    const { settings } = provider;
    const answers = settings.kind === "openai-compatible" || settings.kind === "workers-ai";
    return answers ? settings : undefined;
  }
  const { settings } = provider;
  if (settings.kind !== "openai-compatible") return undefined;
  const opened = await openOwn(env, platform, tenantId, provider);
  if (opened === undefined) return undefined;
  const { prices: _prices, region: _region, apiVersion, ...rest } = settings;
  return {
    ...rest,
    name: `${tenantId}/${provider.name}`,
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(opened.key === undefined ? {} : { key: opened.key }),
  };
}

export interface OpenSpeech {
  key: string;
  breaker: string;
  /** Of Azure; the other provider has one address for all. */
  region?: string;
}

/** As the adapters of speech take it; undefined when its key is not there. */
export async function openSpeech(
  env: Cloudflare.Env,
  platform: Platform,
  tenantId: TenantId,
  provider: Provider,
): Promise<OpenSpeech | undefined> {
  const { settings, name } = provider;
  if (settings.kind === "openai-compatible") return undefined;
  const key = provider.own
    ? (await openOwn(env, platform, tenantId, provider))?.key
    : "keySecret" in settings
      ? secretOf(env, settings.keySecret)
      : undefined;
  if (key === undefined) return undefined;
  const breaker = provider.own ? `${tenantId}/${name}` : name;
  return { key, breaker, ...(settings.kind === "azure-speech" ? { region: settings.region } : {}) };
}

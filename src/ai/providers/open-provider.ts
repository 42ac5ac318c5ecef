import { isRefusal } from "../../http/index.ts";
import { recheckAddress, given } from "../../platform/index.ts";
import { openKey, type KeyReader } from "../settings/seal-key.ts";
import type { Provider } from "./providers-for.ts";
import { secretOf, type ModelSettings } from "./service-providers.ts";

/**
 * The key of a tenant's own provider, after its address was checked again. Undefined if the provider
 * cannot be called now.
 */
async function openOwn(
  reader: KeyReader,
  { name, settings, row }: Provider & { own: true },
): Promise<{ key: string | undefined } | undefined> {
  const { env, platform, tenantId } = reader;
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
  const key = await openKey(reader, { name, settings }, sealedKey);
  return isRefusal(key) ? fail(key.error) : { key };
}

/**
 * A provider's settings, ready for a chat completion. Undefined if it answers no questions or cannot be
 * called now. A tenant's own provider has a breaker of its own.
 */
export async function openChat(
  reader: KeyReader,
  provider: Provider,
): Promise<ModelSettings | undefined> {
  if (!provider.own) {
    const { settings } = provider;
    const answers = settings.kind === "openai-compatible" || settings.kind === "workers-ai";
    return answers ? settings : undefined;
  }
  const { settings } = provider;
  if (settings.kind !== "openai-compatible") return undefined;
  const opened = await openOwn(reader, provider);
  if (opened === undefined) return undefined;
  const { prices: _prices, region: _region, apiVersion, ...rest } = settings;
  return {
    ...rest,
    name: `${reader.tenantId}/${provider.name}`,
    ...given({ apiVersion, key: opened.key }),
  };
}

export interface OpenSpeech {
  key: string;
  breaker: string;
  /** The region of Azure. The other provider has one address for all. */
  region?: string;
}

/** A provider's key and region, ready for speech. Undefined if there is no key. */
export async function openSpeech(
  reader: KeyReader,
  provider: Provider,
): Promise<OpenSpeech | undefined> {
  const { settings, name } = provider;
  if (settings.kind === "openai-compatible") return undefined;
  const key = provider.own
    ? (await openOwn(reader, provider))?.key
    : serviceKey(reader.env, settings);
  if (key === undefined) return undefined;
  const breaker = provider.own ? `${reader.tenantId}/${name}` : name;
  return { key, breaker, ...(settings.kind === "azure-speech" ? { region: settings.region } : {}) };
}

function serviceKey(env: Cloudflare.Env, settings: Provider["settings"]): string | undefined {
  return "keySecret" in settings ? secretOf(env, settings.keySecret) : undefined;
}

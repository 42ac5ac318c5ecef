import type { ProviderRow, TenantAi } from "../settings/store.ts";
import type { OwnProvider } from "./own-provider.ts";
import { serviceProviders, workingProviders, type ServiceProvider } from "./service-providers.ts";

/** A provider that a tenant may use: one of the service, or one of its own. */
export type Provider =
  | { name: string; own: false; settings: ServiceProvider }
  | { name: string; own: true; settings: OwnProvider; row: ProviderRow };

/**
 * The providers of a tenant's region in the tenant's order, or else its own first. Without a readable
 * configuration there are none of the service.
 */
export function providersFor(env: Cloudflare.Env, { settings, own }: TenantAi): Provider[] {
  const { order, region } = settings;
  const mine: Provider[] = own.map((row) => ({
    name: row.name,
    own: true,
    settings: row.provider,
    row,
  }));
  const taken = new Set(mine.map(({ name }) => name));
  const service = workingProviders(env)
    .map((one): Provider => ({ name: nameOfService(one), own: false, settings: one }))
    .filter(({ name }) => !taken.has(name));
  const all = [...mine, ...service].filter(
    (one) => region === undefined || regionOf(one) === region,
  );
  if (order === undefined) return all;
  return order.flatMap((name) => all.find((one) => one.name === name) ?? []);
}

export function isOfService(env: Cloudflare.Env, name: string): boolean {
  return serviceProviders(env).some((one) => nameOfService(one) === name);
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

import { providersFor, type Provider } from "../providers/providers-for.ts";
import {
  areProvidersBroken,
  serviceProviders,
  type ModelSettings,
  type VectorizeSettings,
} from "../providers/service-providers.ts";
import type { TenantAi } from "../settings/store.ts";

type OfService = Provider & { own: false };

/** The index that holds a tenant's vectors, and the model that makes them. */
export interface VectorPlan {
  index: VectorizeSettings;
  provider: OfService;
  settings: ModelSettings;
  /** Vectors of different spaces cannot be compared. */
  space: string;
}

/** The indexes that the service has and can reach. Without one, vectors cost nothing. */
export function indexesOf(env: Cloudflare.Env): VectorizeSettings[] {
  return serviceProviders(env).filter(
    (one): one is VectorizeSettings =>
      one.kind === "vectorize" && (one.rest !== undefined || env.VECTORIZE !== undefined),
  );
}

/** Whether there may be an index. True also while the setting cannot be read. */
export function mayHaveIndexes(env: Cloudflare.Env): boolean {
  return areProvidersBroken(env) || indexesOf(env).length > 0;
}

/**
 * The index and model for a tenant. Undefined if it did not ask for vectors, or if its order, region or
 * models allow none.
 */
export function vectorPlan(env: Cloudflare.Env, ai: TenantAi): VectorPlan | undefined {
  const { vectors, models } = ai.settings;
  if (vectors !== true) return undefined;
  const reached = indexesOf(env);
  if (reached.length === 0) return undefined;
  const allowed = providersFor(env, ai).filter((one): one is OfService => !one.own);
  for (const { settings: index } of allowed) {
    if (index.kind !== "vectorize" || !reached.includes(index)) continue;
    const { provider: name, model, dimensions } = index.embedding;
    if (models?.includes(model) === false) continue;
    const provider = allowed.find((one) => one.name === name);
    const settings = provider && modelOf(env, provider);
    if (provider === undefined || settings === undefined) continue;
    const place = index.rest === undefined ? "binding" : index.rest.index;
    const space = [index.name, place, name, model, dimensions].join(" ");
    return { index, provider, settings, space };
  }
  return undefined;
}

function modelOf(env: Cloudflare.Env, { settings }: OfService): ModelSettings | undefined {
  if (settings.kind === "openai-compatible") return settings;
  return settings.kind === "workers-ai" && env.AI !== undefined ? settings : undefined;
}

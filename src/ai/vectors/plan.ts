import { providersFor, type Provider } from "../providers/providers-for.ts";
import {
  areProvidersBroken,
  serviceProviders,
  type AiSearchSettings,
  type ModelSettings,
  type VectorizeSettings,
} from "../providers/service-providers.ts";
import type { TenantAi } from "../settings/store.ts";

type OfService = Provider & { own: false };

export type IndexSettings = VectorizeSettings | AiSearchSettings;

interface Planned {
  /** Whose model makes the vectors. */
  provider: OfService;
  /** Vectors of different spaces cannot be compared. */
  space: string;
}

/** An index that holds a tenant's vectors, and the model of ours that makes them. */
export interface VectorPlan extends Planned {
  index: VectorizeSettings;
  settings: ModelSettings;
}

/** An index that makes the vectors itself. */
export interface SearchPlan extends Planned {
  index: AiSearchSettings;
}

export type IndexPlan = VectorPlan | SearchPlan;

/** The indexes that the service has and can reach. Without one, vectors cost nothing. */
export function indexesOf(env: Cloudflare.Env): IndexSettings[] {
  return serviceProviders(env).filter((one): one is IndexSettings => {
    if (one.kind === "ai-search") return env.AI_SEARCH !== undefined;
    return one.kind === "vectorize" && (one.rest !== undefined || env.VECTORIZE !== undefined);
  });
}

/** Whether there may be an index. True also while the setting cannot be read. */
export function mayHaveIndexes(env: Cloudflare.Env): boolean {
  return areProvidersBroken(env) || indexesOf(env).length > 0;
}

/** Whether we make the vectors ourselves, so that they can be kept and compared here as well. */
export function makesVectors(plan: IndexPlan | undefined): plan is VectorPlan {
  return plan !== undefined && "settings" in plan;
}

/**
 * The index for a tenant, the first in its order. Undefined if it did not ask for vectors, or if its
 * order, region or models allow none.
 */
export function planIndex(env: Cloudflare.Env, ai: TenantAi): IndexPlan | undefined {
  const { vectors, models } = ai.settings;
  if (vectors !== true) return undefined;
  const reached = indexesOf(env);
  if (reached.length === 0) return undefined;
  const allowed = providersFor(env, ai).filter((one): one is OfService => !one.own);
  for (const one of allowed) {
    const index = reached.find((settings) => settings === one.settings);
    if (index === undefined) continue;
    const model = index.kind === "vectorize" ? index.embedding.model : index.model;
    if (models?.includes(model) === false) continue;
    if (index.kind === "ai-search") {
      return { index, provider: one, space: [index.name, "AI Search", model].join(" ") };
    }
    const plan = planVectors(env, index, allowed);
    if (plan !== undefined) return plan;
  }
  return undefined;
}

function planVectors(
  env: Cloudflare.Env,
  index: VectorizeSettings,
  allowed: readonly OfService[],
): VectorPlan | undefined {
  const { provider: name, model, dimensions } = index.embedding;
  const provider = allowed.find((one) => one.name === name);
  const settings = provider && modelOf(env, provider);
  if (provider === undefined || settings === undefined) return undefined;
  const place = index.rest === undefined ? "binding" : index.rest.index;
  return {
    index,
    provider,
    settings,
    space: [index.name, place, name, model, dimensions].join(" "),
  };
}

function modelOf(env: Cloudflare.Env, { settings }: OfService): ModelSettings | undefined {
  if (settings.kind === "openai-compatible") return settings;
  return settings.kind === "workers-ai" && env.AI !== undefined ? settings : undefined;
}

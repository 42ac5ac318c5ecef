import type { TenantId } from "../../access/claim-tenant.ts";
import { database, timeOf } from "../../platform/index.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import type { VectorCounts } from "../knowledge/vector-book.ts";
import { modelsOf, providersFor } from "../providers/providers-for.ts";
import { areProvidersBroken } from "../providers/service-providers.ts";
import { planIndex } from "../vectors/plan.ts";
import type { ShownSettings } from "./answers.ts";
import { readTenantAi, type ProviderRow, type TenantAi } from "./store.ts";
import { limitsOf } from "./tenant-ai.ts";

/** The tenant's settings, what follows from them, and its own providers without their keys. */
export async function showSettings(
  env: Cloudflare.Env,
  tenantId: TenantId,
): Promise<ShownSettings> {
  const ai = await readTenantAi(database(env), tenantId);
  const { settings, own, updatedBy, updatedAt } = ai;
  const providers = providersFor(env, ai);
  const models = providers.flatMap((provider) => modelsOf(env, provider, settings.models));
  return {
    tenantId,
    ...settings,
    effective: {
      limits: limitsOf(settings),
      overLimit: settings.overLimit ?? "refuse",
      providers: providers.map((one) => ({
        name: one.name,
        kind: one.settings.kind,
        own: one.own,
      })),
      models: [...new Set(models)],
      vectors: hasVectors(env, ai)
        ? showVectors(await knowledgeOf(env, tenantId).countVectors())
        : null,
    },
    providers: own.map(showProvider),
    updatedBy,
    updatedAt: timeOf(updatedAt),
  };
}

function showVectors({ failing, ...counts }: VectorCounts): ShownSettings["effective"]["vectors"] {
  if (failing === undefined) return counts;
  const { pieces, since, nextTryAt } = failing;
  return { ...counts, failing: { pieces, since: timeOf(since), nextTryAt: timeOf(nextTryAt) } };
}

function hasVectors(env: Cloudflare.Env, ai: TenantAi): boolean {
  return !areProvidersBroken(env) && planIndex(env, ai) !== undefined;
}

export function showProvider(row: ProviderRow): ShownSettings["providers"][number] {
  const { name, provider, sealedKey, keyLast4, updatedBy, updatedAt } = row;
  return {
    name,
    ...provider,
    hasKey: sealedKey !== null,
    keyLast4,
    updatedBy,
    updatedAt: timeOf(updatedAt),
  };
}

import { failureOf } from "../../http/index.ts";
import type { Retrieved } from "../knowledge/retrieved.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import type { Nearness } from "../knowledge/vector-keeper.ts";
import type { Search } from "../knowledge/search/search.ts";
import type { Caller } from "../caller.ts";
import { matchQuery } from "../vectors/match-query.ts";
import { mayHaveIndexes, planIndex } from "../vectors/plan.ts";

/**
 * Searches by words, and by vectors too if the tenant has them. If the vectors fail, the result by
 * words is used.
 */
export async function retrieve(caller: Caller, search: Search): Promise<Retrieved> {
  const { env, tenantId, platform, viewer } = caller;
  const ask = { ...search, viewer };
  const knowledge = knowledgeOf(env, tenantId);
  if (!mayHaveIndexes(env)) return knowledge.search(ask);
  const looked = await lookNear(caller, ask.query).catch((error: unknown) => {
    platform.log({ level: "error", event: "vectors_failed", tenantId, reason: failureOf(error) });
    return { degraded: "vectors_unavailable" };
  });
  if (looked === undefined) return knowledge.search(ask);
  if ("degraded" in looked) return { ...(await knowledge.search(ask)), degraded: looked.degraded };
  return knowledge.search(ask, looked);
}

/** The pieces that vectors find; undefined if the tenant has no vectors. */
async function lookNear(
  caller: Caller,
  query: string,
): Promise<Nearness | { degraded: string } | undefined> {
  const { env, tenantId, ai } = caller;
  const plan = planIndex(env, ai);
  if (plan === undefined) return undefined;
  const looked = await matchQuery(caller, plan, query);
  if ("degraded" in looked) return looked;
  const { matches, vector } = looked;
  const near = { matches, tenantId, space: plan.space };
  const isSent = ai.settings.restrictedVectors === true && vector !== undefined;
  return isSent ? { ...near, vector } : near;
}

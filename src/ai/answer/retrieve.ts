import type { Retrieved } from "../knowledge/knowledge-object.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import type { Search } from "../knowledge/search.ts";
import type { Caller } from "../providers/ask-model.ts";
import { tenantAi } from "../settings/tenant-ai.ts";
import { matchQuery } from "../vectors/match-query.ts";
import { indexesOf, vectorPlan } from "../vectors/plan.ts";

export type Retrieving = Omit<Caller, "ai">;

/** By words, and by vectors too where the tenant has them. Without those the words' answer stands. */
export async function retrieve(asking: Retrieving, ask: Search): Promise<Retrieved> {
  const { env, tenantId, platform } = asking;
  const knowledge = knowledgeOf(env, tenantId);
  if (indexesOf(env).length === 0) return knowledge.search(ask);
  const ai = await tenantAi(env, tenantId, platform.now());
  const plan = vectorPlan(env, ai);
  if (plan === undefined) return knowledge.search(ask);
  const looked = await matchQuery({ ...asking, ai }, plan, ask.query);
  if ("degraded" in looked) return { ...(await knowledge.search(ask)), degraded: looked.degraded };
  const { space } = plan;
  return knowledge.search(ask, { tenantId, space, matches: looked.matches });
}

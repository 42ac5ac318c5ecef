import { LATE, withinTime } from "../../platform/index.ts";
import type { Caller } from "../caller.ts";
import { noteFailure } from "../providers/breaker.ts";
import { embedBreaker } from "../providers/embed.ts";
import { embedTexts } from "./embed-texts.ts";
import { openInstance } from "./keep-in-search.ts";
import { searchItems } from "./ai-search/search-items.ts";
import { meterTexts } from "./meter-texts.ts";
import { makesVectors, type IndexPlan, type SearchPlan, type VectorPlan } from "./plan.ts";
import { openIndex, type Match } from "./vector-index.ts";

/** The search by words is done long before, and waits no longer than this for the vectors. */
const WITHIN_MS = 800;
/** Fewer than the hundred candidates that are found by words: nearest vectors are surer. */
const NEAREST = 50;

/** `vector` is the question itself, if we made it. */
export type Looked = { matches: Match[]; vector?: number[] } | { degraded: string };

/** The vectors nearest to a question, or the reason why they cannot be known now. */
export async function matchQuery(caller: Caller, plan: IndexPlan, query: string): Promise<Looked> {
  const late = new AbortController();
  // The provider that is at work when the time is over counts as failed, so that slowness opens its
  // breaker.
  let atWork = makesVectors(plan) ? embedBreaker(plan.settings.name) : plan.index.name;
  const looking = makesVectors(plan)
    ? look(caller, plan, query, late.signal, () => {
        atWork = plan.index.name;
      })
    : lookInSearch(caller, plan, query, late.signal);
  // A call that was begun is recorded even if nobody waits for it any more.
  caller.outlive(looking.catch(() => {}));
  const looked = await withinTime(looking, WITHIN_MS);
  if (looked !== LATE) return looked;
  noteFailure(atWork, caller.platform.now());
  late.abort();
  return { degraded: "vectors_late" };
}

async function look(
  caller: Caller,
  plan: VectorPlan,
  query: string,
  signal: AbortSignal,
  embedded: () => void,
): Promise<Looked> {
  const { env, platform, tenantId } = caller;
  const index = openIndex(env, platform, plan.index);
  const made = await embedTexts(caller, plan, [query], signal);
  if (made !== undefined && "stopped" in made) {
    const isOver = made.stopped !== "refused";
    return { degraded: isOver ? "vectors_over_limit" : "vectors_unavailable" };
  }
  const vector = made?.[0];
  if (index === undefined || vector === undefined) return { degraded: "vectors_unavailable" };
  embedded();
  const matches = await index.query({ vector, namespace: tenantId, most: NEAREST, signal });
  return matches === undefined ? { degraded: "vectors_unavailable" } : { matches, vector };
}

async function lookInSearch(
  caller: Caller,
  plan: SearchPlan,
  query: string,
  signal: AbortSignal,
): Promise<Looked> {
  const { provider, index } = plan;
  const order = { provider, model: index.model, texts: [query] };
  const matches = await meterTexts(caller, order, async (outside, [hidden = ""]) => {
    const instance = openInstance(caller, plan, outside);
    const value = instance && (await searchItems({ ...instance, signal }, hidden, NEAREST));
    return value && { value };
  });
  if (matches === undefined) return { degraded: "vectors_unavailable" };
  return "stopped" in matches ? { degraded: "vectors_over_limit" } : { matches };
}

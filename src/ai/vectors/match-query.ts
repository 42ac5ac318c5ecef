import { LATE, withinTime } from "../../platform/index.ts";
import type { Caller } from "../providers/ask-model.ts";
import { noteFailure } from "../providers/breaker.ts";
import { embedBreaker } from "../providers/embed.ts";
import { embedTexts } from "./embed-texts.ts";
import type { VectorPlan } from "./plan.ts";
import { openIndex, type Match } from "./vector-index.ts";

/** The answer by words is there long before; it waits no longer than this for the other. */
const WITHIN_MS = 800;
/** As many as are looked at again by words are a hundred; nearest vectors are fewer and surer. */
const NEAREST = 50;

export type Looked = { matches: Match[] } | { degraded: string };

/** What an index holds for near to a question, or why it cannot be known now. */
export async function matchQuery(caller: Caller, plan: VectorPlan, query: string): Promise<Looked> {
  const late = new AbortController();
  // Whoever is at work when the time is over counts as failed, so that slowness opens its breaker too.
  let atWork = embedBreaker(plan.settings.name);
  const looking = look(caller, plan, query, late.signal, () => {
    atWork = plan.index.name;
  });
  // What was begun is written down even when nobody waits for it any more.
  caller.background(looking.catch(() => {}));
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
  if (made !== undefined && "stopped" in made) return { degraded: "vectors_over_limit" };
  const vector = made?.[0];
  if (index === undefined || vector === undefined) return { degraded: "vectors_unavailable" };
  embedded();
  const matches = await index.query({ vector, namespace: tenantId, most: NEAREST, signal });
  return matches === undefined ? { degraded: "vectors_unavailable" } : { matches };
}

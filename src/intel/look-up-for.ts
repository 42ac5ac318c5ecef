import { isRefusal, whenThere, type Refusal, type Soon } from "../http/index.ts";
import type { Asker } from "./asker.ts";
import type { Evidence } from "./fusion/evidence.ts";
import type { Indicator } from "./indicators/indicator.ts";
import { unavailable } from "./live/live-index.ts";
import { Unconfirmed } from "./lookup/confirm-doubts.ts";
import type { Explained } from "./lookup/explained.ts";
import { lookUp, type Aspect, type Knowledge } from "./lookup/look-up.ts";
import { knowledgeFor } from "./recall-knowledge.ts";

/**
 * The verdict on an indicator, or 503 if something could not be read that may change it. `further` gives
 * evidence beside that of the index, such as what the DNS says of a name.
 */
export function lookUpFor(
  asker: Asker,
  indicator: Indicator,
  aspect: Aspect = "reputation",
  further?: (knowledge: Knowledge) => Promise<readonly Evidence[]>,
): Soon<Explained | Refusal> {
  const now = asker.platform.now();
  const refuse = (error: unknown) => refuseUnread(asker, error);
  return whenThere(knowledgeFor(asker), (knowledge) => {
    if (isRefusal(knowledge)) return knowledge;
    const look = (more: readonly Evidence[]) => lookUp(knowledge, indicator, now, aspect, more);
    const explained = further === undefined ? look([]) : further(knowledge).then(look);
    return explained instanceof Promise ? explained.catch(refuse) : explained;
  });
}

function refuseUnread({ platform }: Asker, error: unknown): Refusal {
  if (!(error instanceof Unconfirmed)) throw error;
  const { message: reason, source } = error;
  platform.log({ level: "error", event: "intel_block_failed", reason, source });
  return unavailable();
}

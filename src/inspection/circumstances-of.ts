import { claimedBySystem } from "../access/claim-tenant.ts";
import type { Requester } from "../ai/caller.ts";
import { isRefusal, traceIdOf } from "../http/index.ts";
import { reputationFor } from "../intel/reputation.ts";
import type { Asker } from "../intel/asker.ts";
import { loadSuffixes } from "../intel/suffixes/load-suffixes.ts";
import type { Circumstances } from "./inspect.ts";
import { loadBrands } from "./layers/l1/brands.ts";
import { modelOf } from "./layers/l4/ask-model.ts";
import { loadModel } from "./model/load-model.ts";
import { ShapeMemory } from "./seen/shape-memory.ts";
import { shapeOf } from "./seen/shape-of.ts";
import { recallDictionaries } from "./dictionaries/recall-dictionaries.ts";

const shapes = new ShapeMemory();

/** Who asks for an inspection, and its trace. */
export interface TracedAsker extends Asker {
  tenantId: string;
  traceparent: string;
}

export async function circumstancesOf(asker: TracedAsker, keyId: string): Promise<Circumstances> {
  const { env, platform, tenantId } = asker;
  const now = platform.now();
  const [model, reputation, dictionaries, askModel] = await Promise.all([
    loadModel(),
    reputationFor(asker),
    recallDictionaries({ env, platform, tenantId }),
    modelOf(requesterOf(asker, keyId)),
    loadSuffixes(),
    loadBrands(),
  ]);
  return {
    model,
    reputation: isRefusal(reputation) ? undefined : reputation,
    dictionaries,
    askModel,
    seenFrom: (reading) => shapes.note(tenantId, shapeOf(reading), reading.message.sender, now),
    now,
  };
}

function requesterOf(
  { env, platform, tenantId, traceparent, outlive }: TracedAsker,
  userId: string,
): Requester {
  return {
    env,
    platform,
    // The gate or the portal has already checked that the caller may act for this tenant.
    tenantId: claimedBySystem(tenantId),
    userId,
    operation: "inspection",
    traceId: traceIdOf(traceparent),
    traceparent,
    outlive,
  };
}

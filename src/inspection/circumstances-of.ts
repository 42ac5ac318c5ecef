import { isRefusal } from "../http/index.ts";
import { reputationFor, type Asker } from "../intel/index.ts";
import type { Circumstances } from "./inspect.ts";
import { modelOf } from "./layers/l4/ask-model.ts";
import { loadModel } from "./model/load-model.ts";
import { ShapeMemory } from "./seen/shape-memory.ts";
import { shapeOf } from "./seen/shape-of.ts";
import { recallDictionaries } from "./words/recall-dictionaries.ts";

const shapes = new ShapeMemory();

/** Who has a message inspected, and under which trace. */
export interface Caller extends Asker {
  tenantId: string;
  traceparent: string;
}

export async function circumstancesOf(caller: Caller): Promise<Circumstances> {
  const { env, platform, tenantId } = caller;
  const now = platform.now();
  const [model, reputation, dictionaries, askModel] = await Promise.all([
    loadModel(),
    reputationFor(caller),
    recallDictionaries({ env, platform, tenantId }),
    modelOf(caller),
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

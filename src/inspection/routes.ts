import { Hono, type Context } from "hono";
import { claimedBySystem } from "../access/index.ts";
import { isRefusal, json, operation, traceparentOf, valid } from "../http/index.ts";
import { askerOf, reputationFor } from "../intel/index.ts";
import type { Rampart } from "../platform/index.ts";
import { admit, charge } from "../tenants/index.ts";
import { inspect, type Circumstances } from "./inspect.ts";
import { keepInspection } from "./keep/keep-inspection.ts";
import { modelOf } from "./layers/l4/ask-model.ts";
import { loadModel } from "./model/load-model.ts";
import { once } from "./orders/once.ts";
import * as schemas from "./schemas.ts";
import { recallDictionaries } from "./words/recall-dictionaries.ts";

/** The inspection of the contract, relative to /api/v1. */
export const antispamRoutes = new Hono<Rampart>();

antispamRoutes.post(
  "/antispam",
  operation({
    operationId: "inspectMessage",
    summary: "Inspect a message for spam and phishing",
    description:
      "Each message counts as one inspection. With an `Idempotency-Key`, a request that is repeated within a day gets the same answer and is not counted again.",
    tags: ["Inspection"],
    responses: {
      200: { description: "What the four layers found", schema: schemas.inspected },
      409: { description: "Another request with this Idempotency-Key is being worked on" },
      422: { description: "The Idempotency-Key was used for another message" },
    },
  }),
  admit("antispam"),
  valid("header", schemas.idempotencyHeader),
  valid("json", schemas.message),
  once,
  charge,
  async (c) => {
    const message = c.req.valid("json");
    const { tenantId, keyId } = c.get("admission");
    const inspected = await inspect(message, await circumstancesOf(c));
    const finished = {
      tenantId,
      keyId,
      message,
      inspected,
      order: c.get("order"),
      origin: new URL(c.req.url).origin,
    };
    await keepInspection(askerOf(c), finished);
    return json(c, inspected);
  },
);

async function circumstancesOf(c: Context<Rampart>): Promise<Circumstances> {
  const platform = c.get("platform");
  const { tenantId, keyId } = c.get("admission");
  const { env } = c;
  const { trace } = c.get("call");
  const completing = {
    env,
    platform,
    // The key of the request is this tenant's.
    tenantId: claimedBySystem(tenantId),
    userId: keyId,
    operation: "inspection",
    traceId: trace.traceId,
    traceparent: traceparentOf(trace),
    background: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
  };
  const [model, reputation, dictionaries, askModel] = await Promise.all([
    loadModel(),
    reputationFor(askerOf(c)),
    recallDictionaries({ env, platform, tenantId }),
    modelOf(completing),
  ]);
  return {
    model,
    reputation: isRefusal(reputation) ? undefined : reputation,
    dictionaries,
    askModel,
    now: platform.now(),
  };
}

import { Hono, type Context } from "hono";
import { doerOf } from "../../access/person-of.ts";
import { operation, valid } from "../../http/contract/index.ts";
import { json, settle } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { tenantOf } from "../caller.ts";
import { beginAction, endAction, type Executor } from "./execute.ts";
import * as schemas from "./schemas.ts";
import { showAction } from "./show-action.ts";

/** Routes for the executors of approved actions. */
export const executionRoutes = new Hono<Rampart>();

executionRoutes.post(
  "/ai/actions/:id/begin",
  operation({ operationId: "beginAction" }),
  valid("param", schemas.idParam),
  valid("json", schemas.decision),
  async (c) => {
    const executor = await executorOf(c, c.req.valid("json").tenantId);
    const row = settle(await beginAction(executor, c.req.valid("param").id));
    return json(c, showAction(row, executor.now));
  },
);

executionRoutes.post(
  "/ai/actions/:id/result",
  operation({ operationId: "endAction" }),
  valid("param", schemas.idParam),
  valid("json", schemas.result),
  async (c) => {
    const { tenantId, state, outcome = null } = c.req.valid("json");
    const executor = await executorOf(c, tenantId);
    const row = settle(await endAction(executor, c.req.valid("param").id, { state, outcome }));
    return json(c, showAction(row, executor.now));
  },
);

async function executorOf(c: Context<Rampart>, named: string): Promise<Executor> {
  const tenantId = await tenantOf(c, named);
  return { env: c.env, by: doerOf(c), tenantId, now: c.get("platform").now() };
}

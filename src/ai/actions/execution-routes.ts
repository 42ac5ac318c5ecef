import { Hono, type Context } from "hono";
import { doerOf } from "../../access/person-of.ts";
import { operation, valid } from "../../http/contract/index.ts";
import { json, settle } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { tenantOf } from "../caller.ts";
import { beginAction, endAction, type Executor } from "./execute.ts";
import * as schemas from "./schemas.ts";
import { showAction } from "./show-action.ts";

const tags = ["AI"];

/** Routes for the executors of approved actions. */
export const executionRoutes = new Hono<Rampart>();

executionRoutes.post(
  "/ai/actions/:id/begin",
  operation({
    operationId: "beginAction",
    summary: "Begin with an approved action, as the tenant's executor",
    description: "One executor gets it. What was checked at the approval is checked again.",
    tags,
    responses: {
      200: { description: "What to do", schema: schemas.storedAction },
      409: { description: "Not approved, begun by another, or no longer what was approved" },
      410: { description: "The approval is too old" },
    },
  }),
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
  operation({
    operationId: "endAction",
    summary: "Say what came of an action that one began with",
    tags,
    responses: {
      200: { description: "As it stands now", schema: schemas.storedAction },
      409: { description: "Not begun by this executor, or ended otherwise before" },
    },
  }),
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

import { Hono, type Context } from "hono";
import { json, settle } from "../../http/index.ts";
import {
  idempotencyHeader,
  operation,
  pageOf,
  pageRequest,
  valid,
} from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { tenantOf } from "../caller.ts";
import { noSuchAction, type Decision } from "./decide.ts";
import { makeDecision } from "./make-decision.ts";
import { inTenant } from "../schemas.ts";
import * as schemas from "./schemas.ts";
import { showAction } from "./show-action.ts";
import { findAction, listActions } from "./store.ts";

/** Routes on which the people of a tenant see its actions and decide on them. */
export const actionRoutes = new Hono<Rampart>();

actionRoutes.get(
  "/ai/actions",
  operation({ operationId: "listActions" }),
  valid("query", schemas.actionList),
  async (c) => {
    const asked = c.req.valid("query");
    const tenantId = await tenantOf(c, asked.tenantId);
    const page = pageRequest(asked);
    const now = c.get("platform").now();
    const filter = { tenantId, state: asked.state, now };
    const { items, total } = await listActions(database(c.env), filter, page);
    const shown = items.map((row) => showAction(row, now));
    return json(c, pageOf(page, shown, total));
  },
);

actionRoutes.get(
  "/ai/actions/:id",
  operation({ operationId: "getAction" }),
  valid("param", schemas.idParam),
  valid("query", inTenant),
  async (c) => {
    const tenantId = await tenantOf(c, c.req.valid("query").tenantId);
    const found = await findAction(database(c.env), tenantId, c.req.valid("param").id);
    return json(c, showAction(settle(found ?? noSuchAction()), c.get("platform").now()));
  },
);

actionRoutes.post(
  "/ai/actions/:id/approve",
  operation({ operationId: "approveAction" }),
  valid("param", schemas.idParam),
  valid("header", idempotencyHeader),
  valid("json", schemas.decision),
  (c) => {
    const key = c.req.valid("header")["idempotency-key"];
    const { tenantId } = c.req.valid("json");
    return answerDecision(c, c.req.valid("param").id, tenantId, { state: "approved", key });
  },
);

actionRoutes.post(
  "/ai/actions/:id/reject",
  operation({ operationId: "rejectAction" }),
  valid("param", schemas.idParam),
  valid("header", idempotencyHeader),
  valid("json", schemas.decision),
  (c) => {
    const key = c.req.valid("header")["idempotency-key"];
    const { tenantId } = c.req.valid("json");
    return answerDecision(c, c.req.valid("param").id, tenantId, { state: "rejected", key });
  },
);

async function answerDecision(
  c: Context<Rampart>,
  id: string,
  named: string,
  decision: Omit<Decision, "fourEyes">,
): Promise<Response> {
  const tenantId = await tenantOf(c, named);
  const row = settle(await makeDecision(c, tenantId, id, decision));
  return json(c, showAction(row, c.get("platform").now()));
}

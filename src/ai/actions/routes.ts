import { Hono, type Context } from "hono";
import { personOf } from "../../access/index.ts";
import { json, operation, pageOf, pageRequest, settle, valid } from "../../http/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { tenantOf } from "../caller.ts";
import { decide, noSuchAction } from "./decide.ts";
import * as schemas from "./schemas.ts";
import { findAction, listActions, type ActionRow } from "./store.ts";

const tags = ["AI"];
const decided = {
  200: { description: "As decided", schema: schemas.storedAction },
  409: { description: "Decided the other way, or not what was proposed" },
  410: { description: "The time to decide is over" },
};

export const actionRoutes = new Hono<Rampart>();

actionRoutes.get(
  "/ai/actions",
  operation({
    operationId: "listActions",
    summary: "List the actions that chats proposed, newest first",
    tags,
    responses: { 200: { description: "One page", schema: schemas.actionPage } },
  }),
  valid("query", schemas.actionList),
  async (c) => {
    const asked = c.req.valid("query");
    const tenantId = await tenantOf(c, asked.tenantId);
    const page = pageRequest(asked);
    const now = c.get("platform").now();
    const { items, total } = await listActions(database(c.env), tenantId, page);
    return json(
      c,
      pageOf(
        page,
        items.map((row) => showAction(row, now)),
        total,
      ),
    );
  },
);

actionRoutes.get(
  "/ai/actions/:id",
  operation({
    operationId: "getAction",
    summary: "Read a proposed action",
    tags,
    responses: { 200: { description: "The action", schema: schemas.storedAction } },
  }),
  valid("param", schemas.idParam),
  valid("query", schemas.inTenant),
  async (c) => {
    const tenantId = await tenantOf(c, c.req.valid("query").tenantId);
    const found = await findAction(database(c.env), tenantId, c.req.valid("param").id);
    return json(c, showAction(settle(found ?? noSuchAction()), c.get("platform").now()));
  },
);

actionRoutes.post(
  "/ai/actions/:id/approve",
  operation({
    operationId: "approveAction",
    summary: "Approve an action",
    tags,
    responses: decided,
  }),
  valid("param", schemas.idParam),
  valid("json", schemas.decision),
  (c) => answerDecision(c, c.req.valid("param").id, c.req.valid("json").tenantId, "approved"),
);

actionRoutes.post(
  "/ai/actions/:id/reject",
  operation({ operationId: "rejectAction", summary: "Reject an action", tags, responses: decided }),
  valid("param", schemas.idParam),
  valid("json", schemas.decision),
  (c) => answerDecision(c, c.req.valid("param").id, c.req.valid("json").tenantId, "rejected"),
);

async function answerDecision(
  c: Context<Rampart>,
  id: string,
  named: string,
  state: "approved" | "rejected",
): Promise<Response> {
  const tenantId = await tenantOf(c, named);
  const now = c.get("platform").now();
  const row = await decide(database(c.env), personOf(c), tenantId, id, state, now);
  return json(c, showAction(settle(row), now));
}

function showAction(row: ActionRow, now: number): schemas.StoredAction {
  const { createdAt, expiresAt, decidedAt, state, ...rest } = row;
  return {
    ...rest,
    requiresApproval: true,
    state: state === "proposed" && expiresAt <= now ? "expired" : state,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
  };
}

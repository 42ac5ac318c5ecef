import { Hono } from "hono";
import { personOf } from "../access/person-of.ts";
import { json, settle } from "../http/index.ts";
import { operation, pageOf, pageRequest, valid } from "../http/contract/index.ts";
import { database, timeOf, type Rampart } from "../platform/index.ts";
import { needTenant } from "../tenants/need-tenant.ts";
import { replayEvents } from "./replay-events.ts";
import * as schemas from "./schemas.ts";
import { listDead, type DeadEvent } from "./store.ts";

export const eventRoutes = new Hono<Rampart>();

eventRoutes.get(
  "/admin/events/dead-letters",
  operation({ operationId: "listDeadEvents" }),
  valid("query", schemas.deadQuery),
  async (c) => {
    const { tenant: tenantId, reason, replayed, ...asked } = c.req.valid("query");
    const page = pageRequest(asked);
    const db = database(c.env);
    if (tenantId !== undefined) settle(await needTenant(db, tenantId));
    const { items, total } = await listDead(db, { tenantId, reason, replayed }, page);
    return json(c, pageOf(page, items.map(show), total));
  },
);

eventRoutes.post(
  "/admin/events/dead-letters/replay",
  operation({ operationId: "replayDeadEvents" }),
  valid("json", schemas.replayRequest),
  async (c) => {
    const { ids } = c.req.valid("json");
    const now = c.get("platform").now();
    const means = { db: database(c.env), queue: c.env.EVENTS, by: personOf(c), now };
    return json(c, settle(await replayEvents(ids, means)));
  },
);

function show(row: DeadEvent) {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    agent_id: row.agentId,
    event_id: row.eventId,
    reason: row.reason,
    body: row.body,
    failed_at: timeOf(row.failedAt),
    replayed_at: timeOf(row.replayedAt),
  };
}

import { Hono } from "hono";
import { json, settle } from "../http/index.ts";
import { operation, pageOf, pageRequest, pagingOnly, valid } from "../http/contract/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { needTenant } from "../tenants/need-tenant.ts";
import { versionsOf } from "./semver.ts";
import { findReachable, findReachableOrLost } from "./find-reachable.ts";
import { readyFilter } from "./list-filter.ts";
import * as lists from "./list-schemas.ts";
import { countStates } from "./count-states.ts";
import { listAgents } from "./list-store.ts";
import { readEvents } from "./read-events.ts";
import { resolveConflict, revokeAgent } from "./change-agent.ts";
import { showCollector } from "./show-agent.ts";
import { showCollectorDetail } from "./show-detail.ts";
import { summarise } from "./summarise.ts";

const ONE = "/admin/fleet/collectors/:tenantId/:agentId";

/** The operators' view across tenants. */
export const collectorRoutes = new Hono<Rampart>();

collectorRoutes.get(
  "/admin/fleet/collectors",
  operation({ operationId: "listCollectors" }),
  valid("query", lists.collectorList),
  async (c) => {
    const filter = c.req.valid("query");
    const page = pageRequest(filter, lists.DEEPER);
    const now = c.get("platform").now();
    const db = database(c.env);
    if (filter.tenant !== undefined) settle(await needTenant(db, filter.tenant));
    const ready = settle(await readyFilter(db, "all", filter));
    const { items, total } = await listAgents(db, "all", ready, page, now);
    const versions = versionsOf(c.env);
    const shown = items.map((item) => showCollector(item, versions, now));
    return json(c, pageOf(page, shown, total));
  },
);

collectorRoutes.get(
  "/admin/fleet/summary",
  operation({ operationId: "getFleetSummary" }),
  async (c) => {
    const now = c.get("platform").now();
    return json(c, summarise(await countStates(database(c.env), now), now));
  },
);

collectorRoutes.get(
  ONE,
  operation({ operationId: "getCollector" }),
  valid("param", lists.collectorParam),
  async (c) => {
    const { tenantId, agentId } = c.req.valid("param");
    return json(c, await showCollectorDetail(c, settle(await findReachable(c, agentId, tenantId))));
  },
);

collectorRoutes.get(
  `${ONE}/events`,
  operation({ operationId: "listCollectorEvents" }),
  valid("param", lists.collectorParam),
  valid("query", pagingOnly),
  async (c) => {
    const { tenantId, agentId } = c.req.valid("param");
    const agent = settle(await findReachable(c, agentId, tenantId));
    const page = pageRequest(c.req.valid("query"));
    const { items, total } = await readEvents(c, agent, page);
    return json(c, pageOf(page, items, total));
  },
);

collectorRoutes.post(
  `${ONE}/revoke`,
  operation({ operationId: "revokeCollector" }),
  valid("param", lists.collectorParam),
  async (c) => {
    const { tenantId, agentId } = c.req.valid("param");
    const agent = settle(await findReachableOrLost(c, agentId, tenantId));
    return json(c, await showCollectorDetail(c, settle(await revokeAgent(c, agent))));
  },
);

collectorRoutes.post(
  `${ONE}/resolve-conflict`,
  operation({ operationId: "resolveCollectorConflict" }),
  valid("param", lists.collectorParam),
  async (c) => {
    const { tenantId, agentId } = c.req.valid("param");
    const agent = settle(await findReachableOrLost(c, agentId, tenantId));
    return json(c, await showCollectorDetail(c, settle(await resolveConflict(c, agent))));
  },
);

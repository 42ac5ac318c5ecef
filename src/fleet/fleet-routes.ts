import { Hono, type Context } from "hono";
import { personOf } from "../access/person-of.ts";
import type { Reach } from "../access/principal.ts";
import { csvHeaders, isRefusal, json, raw, settle } from "../http/index.ts";
import { operation, pageOf, pageRequest, valid } from "../http/contract/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { claimKnownTenant } from "../tenants/claim-known-tenant.ts";
import { versionsOf } from "./semver.ts";
import { exportAgents } from "./export-agents.ts";
import { deregister } from "./deregister.ts";
import { findEnded } from "./find-ended.ts";
import { findReachable } from "./find-reachable.ts";
import { admitCaller, agentCallOf, certificateOf } from "./identify-agent.ts";
import { readyFilter } from "./list-filter.ts";
import * as lists from "./list-schemas.ts";
import { listAgents } from "./list-store.ts";
import * as schemas from "./schemas.ts";
import { showAgent } from "./show-agent.ts";
import { showDetail } from "./show-detail.ts";

/** Routes for people about agents; an agent may read and end itself here too. */
export const fleetRoutes = new Hono<Rampart>();

fleetRoutes.get(
  "/agents",
  operation({ operationId: "listAgents" }),
  valid("query", lists.agentList),
  async (c) => {
    const filter = c.req.valid("query");
    const page = pageRequest(filter, lists.DEEPER);
    const reach = await reachOf(c, filter.tenant);
    const now = c.get("platform").now();
    const db = database(c.env);
    const ready = settle(await readyFilter(db, reach, filter));
    const { items, total } = await listAgents(db, reach, ready, page, now);
    const versions = versionsOf(c.env);
    const shown = items.map((item) => showAgent(item, versions));
    return json(c, pageOf(page, shown, total));
  },
);

fleetRoutes.get(
  "/agents.csv",
  operation({ operationId: "exportAgents" }),
  valid("query", lists.agentExport),
  async (c) => {
    const filter = c.req.valid("query");
    const reach = await reachOf(c, filter.tenant);
    const db = database(c.env);
    const ready = settle(await readyFilter(db, reach, filter));
    const { method, url: address } = c.req;
    const wanted = { reach, filter: ready, versions: versionsOf(c.env), address, method };
    const file = await exportAgents(db, personOf(c), wanted, c.get("platform").now());
    return raw(c, file, csvHeaders(`agents-${filter.tenant ?? "all"}`));
  },
);

fleetRoutes.get(
  "/agents/:id",
  operation({ operationId: "getAgent" }),
  valid("param", schemas.agentParam),
  async (c) => {
    const { id } = c.req.valid("param");
    // Checks the certificate, and that the calling agent is the one named.
    if (c.get("principal").kind === "agent") await admitCaller(c, "me", id);
    return json(c, await showDetail(c, settle(await findReachable(c, id))));
  },
);

fleetRoutes.delete(
  "/agents/:id",
  operation({ operationId: "deregisterAgent" }),
  valid("param", schemas.agentParam),
  async (c) => {
    const { id } = c.req.valid("param");
    if (c.get("principal").kind === "agent") {
      return json(c, await deregister(c, certificateOf(c), await agentCallOf(c, "deregister", id)));
    }
    const agent = await findReachable(c, id);
    const ended = isRefusal(agent) ? await findEnded(c, id) : undefined;
    return json(c, await deregister(c, ended ?? settle(agent), null));
  },
);

async function reachOf(c: Context<Rampart>, tenant: string | undefined): Promise<Reach> {
  const principal = c.get("principal");
  if (tenant !== undefined) settle(await claimKnownTenant(database(c.env), principal, tenant));
  return principal.reach;
}

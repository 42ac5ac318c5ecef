import { Hono } from "hono";
import { doneBy } from "../access/audit.ts";
import { personOf } from "../access/person-of.ts";
import { json, settle } from "../http/index.ts";
import { operation, pageOf, pageRequest, pagingOnly, valid } from "../http/contract/index.ts";
import { database, surroundingsOf, timeOf, type Rampart } from "../platform/index.ts";
import { keysUnavailable, readRoots } from "./envelope/roots.ts";
import { moveStaleKeyrings } from "./move-stale-keyrings.ts";
import { noteAudit } from "./note-audit.ts";
import { showRoots } from "./show-roots.ts";
import { listKeyrings } from "./store.ts";

/** For operators: which roots there are, and how many tenants still need each. */
export const rootRoutes = new Hono<Rampart>();

rootRoutes.get(
  "/admin/encryption/roots",
  operation({ operationId: "getRootProgress" }),
  async (c) => json(c, settle(await showRoots(c.env))),
);

rootRoutes.get(
  "/admin/encryption/stale-tenants",
  operation({ operationId: "listStaleTenants" }),
  valid("query", pagingOnly),
  async (c) => {
    const page = pageRequest(c.req.valid("query"));
    const { current } = settle(readRoots(c.env) ?? keysUnavailable());
    const { items, total } = await listKeyrings(database(c.env), page, current);
    const shown = items.map((entry) => ({
      ...entry,
      provisionedAt: timeOf(entry.provisionedAt),
      movedAt: timeOf(entry.movedAt),
      failedAt: timeOf(entry.failedAt),
    }));
    return json(c, pageOf(page, shown, total));
  },
);

rootRoutes.post(
  "/admin/encryption/roots/move",
  operation({ operationId: "moveStaleTenants" }),
  async (c) => {
    const surroundings = surroundingsOf(c);
    const { env, platform } = surroundings;
    const run = settle(await moveStaleKeyrings(env, platform));
    await noteAudit(surroundings, {
      at: platform.now(),
      ...doneBy(personOf(c)),
      action: "encryption.roots_moved",
      detail: { ...run },
    });
    return json(c, { ...run, progress: settle(await showRoots(c.env)) });
  },
);

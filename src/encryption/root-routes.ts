import { Hono } from "hono";
import { doneBy } from "../access/audit.ts";
import { personOf } from "../access/person-of.ts";
import { json, settle } from "../http/index.ts";
import { operation, pageOf, pageRequest, pagingOnly, valid } from "../http/contract/index.ts";
import { database, timeOf, type Rampart } from "../platform/index.ts";
import { keysUnavailable, readRoots } from "./envelope/roots.ts";
import { moveStaleKeyrings } from "./move-stale-keyrings.ts";
import { noteAudit } from "./note-audit.ts";
import * as schemas from "./root-schemas.ts";
import { showRoots } from "./show-roots.ts";
import { listKeyrings } from "./store.ts";

const tags = ["Encryption roots"];
const unavailable = { description: "The roots are missing from the configuration" };

/** For operators: which roots there are, and how many tenants still need each. */
export const rootRoutes = new Hono<Rampart>();

rootRoutes.get(
  "/admin/encryption/roots",
  operation({
    operationId: "getRootProgress",
    summary: "Read how many tenants are on which root, and which root nobody needs any more",
    tags,
    responses: {
      200: { description: "The progress", schema: schemas.rootProgress },
      503: unavailable,
    },
  }),
  async (c) => json(c, settle(await showRoots(c.env))),
);

rootRoutes.get(
  "/admin/encryption/stale-tenants",
  operation({
    operationId: "listStaleTenants",
    summary: "List tenants whose keys are not all under the current root yet",
    tags,
    responses: {
      200: { description: "A page of tenants", schema: schemas.stalePage },
      503: unavailable,
    },
  }),
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
  operation({
    operationId: "moveStaleTenants",
    summary: "Carry the next tenants over to the current root now, without waiting for the job",
    tags,
    responses: {
      200: { description: "What was done, and the progress", schema: schemas.moveRun },
      503: unavailable,
    },
  }),
  async (c) => {
    const platform = c.get("platform");
    const run = settle(await moveStaleKeyrings(c.env, platform));
    await noteAudit(
      { env: c.env, platform },
      {
        at: platform.now(),
        ...doneBy(personOf(c)),
        action: "encryption.roots_moved",
        detail: { ...run },
      },
    );
    return json(c, { ...run, progress: settle(await showRoots(c.env)) });
  },
);

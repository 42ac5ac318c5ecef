import { Hono } from "hono";
import { claimTenantInPath } from "../../access/claim-tenant.ts";
import { personOf } from "../../access/person-of.ts";
import { json, refuse, settle } from "../../http/index.ts";
import { operation, valid } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { needTenantInPath } from "../need-tenant-in-path.ts";
import { tenantParam } from "../shared-schemas.ts";
import { askErasure } from "./ask-erasure.ts";
import * as schemas from "./schemas.ts";
import { showErasure } from "./show-erasure.ts";
import { findErasure } from "./store.ts";

const PATH = "/admin/tenants/:tenantId/erasure";

/** Asking for the erasure of a closed tenant's data, and seeing how far it has come. */
export const erasureRoutes = new Hono<Rampart>();

erasureRoutes.post(
  PATH,
  operation({ operationId: "eraseTenant" }),
  valid("param", tenantParam),
  valid("json", schemas.erasureOrder),
  async (c) => {
    const by = personOf(c);
    const tenantId = settle(claimTenantInPath(by, c.req.valid("param").tenantId));
    const { confirm } = c.req.valid("json");
    const now = c.get("platform").now();
    const row = settle(await askErasure(database(c.env), by, tenantId, confirm, now));
    return json(c, showErasure(row, now), 202);
  },
);

erasureRoutes.get(
  PATH,
  operation({ operationId: "getErasure" }),
  valid("param", tenantParam),
  async (c) => {
    const tenantId = await needTenantInPath(c, c.req.valid("param").tenantId);
    const row = (await findErasure(database(c.env), tenantId)) ?? refuseNeverAsked();
    return json(c, showErasure(settle(row), c.get("platform").now()));
  },
);

function refuseNeverAsked() {
  return refuse(404, "erasure_not_found", "Nobody has asked for this tenant's erasure.");
}

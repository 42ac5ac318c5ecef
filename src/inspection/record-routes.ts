import { Hono } from "hono";
import { claimTenantInPath } from "../access/claim-tenant.ts";
import { personOf } from "../access/person-of.ts";
import { json, settle } from "../http/index.ts";
import { operation, pageOf, pageRequest, valid } from "../http/contract/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { needTenantInPath } from "../tenants/need-tenant-in-path.ts";
import { tenantParam } from "../tenants/shared-schemas.ts";
import { giveFeedback, noSuchInspection } from "./give-feedback.ts";
import { MAX_MESSAGE_BYTES } from "./limits.ts";
import * as schemas from "./record-schemas.ts";
import { showFeedback, showInspection } from "./show-inspection.ts";
import { findInspection, listInspections } from "./store.ts";

/** The routes of stored inspections, and of the feedback on them. */
export const inspectionRoutes = new Hono<Rampart>();

inspectionRoutes.get(
  "/admin/tenants/:tenantId/inspections",
  operation({ operationId: "listInspections" }),
  valid("param", tenantParam),
  valid("query", schemas.recordList),
  async (c) => {
    const { page: number, limit, ...filter } = c.req.valid("query");
    const page = pageRequest({ page: number, limit });
    const now = c.get("platform").now();
    const tenantId = await needTenantInPath(c, c.req.valid("param").tenantId);
    const { items, total } = await listInspections(database(c.env), tenantId, filter, page, now);
    return json(c, pageOf(page, items.map(showInspection), total));
  },
);

inspectionRoutes.get(
  "/admin/tenants/:tenantId/inspections/:id",
  operation({ operationId: "getInspection" }),
  valid("param", schemas.recordParam),
  async (c) => {
    const { tenantId: named, id } = c.req.valid("param");
    const tenantId = settle(claimTenantInPath(personOf(c), named));
    const now = c.get("platform").now();
    const found = await findInspection(database(c.env), tenantId, id, now);
    return json(c, showInspection(settle(found ?? noSuchInspection())));
  },
);

inspectionRoutes.post(
  "/admin/tenants/:tenantId/inspections/:id/feedback",
  operation({ operationId: "giveInspectionFeedback" }),
  valid("param", schemas.recordParam),
  valid("json", schemas.newFeedback, { maxBytes: MAX_MESSAGE_BYTES }),
  async (c) => {
    const { tenantId: named, id } = c.req.valid("param");
    const by = personOf(c);
    const tenantId = settle(claimTenantInPath(by, named));
    const now = c.get("platform").now();
    const feedback = c.req.valid("json");
    const row = settle(await giveFeedback(c.env, { by, tenantId, now }, id, feedback));
    return json(c, showFeedback(row), 201);
  },
);

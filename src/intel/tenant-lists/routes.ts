import { Hono } from "hono";
import { claimTenantInPath } from "../../access/claim-tenant.ts";
import { personOf } from "../../access/person-of.ts";
import { created, csvHeaders, json, noContent, raw, settle } from "../../http/index.ts";
import { operation, pageOf, pageRequest, valid } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { needTenantInPath } from "../../tenants/need-tenant-in-path.ts";
import { tenantParam } from "../../tenants/shared-schemas.ts";
import { forgetLists } from "../recall-knowledge.ts";
import { addEntry, removeEntry } from "./change-entries.ts";
import { changeMany } from "./change-many.ts";
import { entriesCsv } from "./entries-csv.ts";
import * as schemas from "./schemas.ts";
import { allEntries, listEntries, showEntry } from "./store.ts";

/** Tenants' own allow and deny entries. A change counts everywhere after 30 seconds. */
export const tenantListRoutes = new Hono<Rampart>();

tenantListRoutes.post(
  "/admin/tenants/:tenantId/intel/entries",
  operation({ operationId: "putIntelEntry" }),
  valid("param", tenantParam),
  valid("json", schemas.newEntry),
  async (c) => {
    const db = database(c.env);
    const by = personOf(c);
    const tenantId = settle(claimTenantInPath(by, c.req.valid("param").tenantId));
    const now = c.get("platform").now();
    const { entry, isNew } = settle(await addEntry(db, by, tenantId, c.req.valid("json"), now));
    forgetLists(tenantId);
    if (!isNew) return json(c, entry);
    return created(c, entry, `/admin/tenants/${tenantId}/intel/entries/${entry.id}`);
  },
);

tenantListRoutes.get(
  "/admin/tenants/:tenantId/intel/entries",
  operation({ operationId: "listIntelEntries" }),
  valid("param", tenantParam),
  valid("query", schemas.entryList),
  async (c) => {
    const { page: number, limit, ...filter } = c.req.valid("query");
    const page = pageRequest({ page: number, limit });
    const tenantId = await needTenantInPath(c, c.req.valid("param").tenantId);
    const { items, total } = await listEntries(database(c.env), tenantId, filter, page);
    return json(c, pageOf(page, items.map(showEntry), total));
  },
);

tenantListRoutes.get(
  "/admin/tenants/:tenantId/intel/entries.csv",
  operation({ operationId: "exportIntelEntries" }),
  valid("param", tenantParam),
  valid("query", schemas.entryExport),
  async (c) => {
    const tenantId = await needTenantInPath(c, c.req.valid("param").tenantId);
    const rows = await allEntries(database(c.env), tenantId, c.req.valid("query"));
    return raw(c, entriesCsv(rows), csvHeaders(`entries-${tenantId}`));
  },
);

tenantListRoutes.post(
  "/admin/tenants/:tenantId/intel/entries/batch",
  operation({ operationId: "changeIntelEntries" }),
  valid("param", tenantParam),
  valid("json", schemas.entryBatch, { maxBytes: schemas.MAX_BATCH_BYTES }),
  async (c) => {
    const db = database(c.env);
    const by = personOf(c);
    const tenantId = settle(claimTenantInPath(by, c.req.valid("param").tenantId));
    const now = c.get("platform").now();
    const result = settle(await changeMany(db, by, tenantId, c.req.valid("json"), now));
    forgetLists(tenantId);
    return json(c, result);
  },
);

tenantListRoutes.delete(
  "/admin/tenants/:tenantId/intel/entries/:id",
  operation({ operationId: "deleteIntelEntry" }),
  valid("param", schemas.entryParam),
  async (c) => {
    const { tenantId: named, id } = c.req.valid("param");
    const tenantId = settle(claimTenantInPath(personOf(c), named));
    const now = c.get("platform").now();
    settle(await removeEntry(database(c.env), personOf(c), tenantId, id, now));
    forgetLists(tenantId);
    return noContent(c);
  },
);

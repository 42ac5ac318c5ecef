import { Hono } from "hono";
import { listAudit } from "../../access/audit.ts";
import { pageOf } from "../../http/contract/index.ts";
import { database } from "../../platform/index.ts";
import { deskOf } from "../frame/desk.ts";
import { FormState } from "../frame/form.ts";
import { readPage } from "../frame/read-page.ts";
import { readerOf, viewOf, type PortalEnv } from "../frame/view.ts";
import { AuditPage } from "./audit-page.tsx";

export const auditPages = new Hono<PortalEnv>();

auditPages.get("/portal/t/:tenantId/audit", async (c) => {
  const { view, tenantId, db } = deskOf(c);
  const form = new FormState({ action: c.req.query("action") ?? "" });
  const request = readPage(c);
  const filter = { reach: [tenantId], tenantId, action: form.given("action") };
  const { items, total } = await listAudit(db, filter, request);
  return c.html(<AuditPage view={view} form={form} page={pageOf(request, items, total)} />);
});

auditPages.get("/portal/audit", async (c) => {
  const { action = "", tenant = "" } = c.req.query();
  const form = new FormState({ action, tenant });
  const request = readPage(c);
  const { reach } = readerOf(c);
  const filter = { reach, tenantId: form.given("tenant"), action: form.given("action") };
  const { items, total } = await listAudit(database(c.env), filter, request);
  return c.html(<AuditPage view={viewOf(c)} form={form} page={pageOf(request, items, total)} />);
});

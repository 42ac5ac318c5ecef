import { Hono, type Context } from "hono";
import { readAuditCursor } from "../../access/audit-cursor.ts";
import { listAudit, type AuditFilter } from "../../access/audit.ts";
import { isRefusal } from "../../http/index.ts";
import { pageRequest } from "../../http/contract/index.ts";
import { database } from "../../platform/index.ts";
import { deskOf } from "../frame/desk.ts";
import { FormState } from "../frame/form.ts";
import { readerOf, viewOf, type PortalEnv } from "../frame/view.ts";
import { AuditPage, CHANGES, type AuditPart } from "./audit-page.tsx";
import { nameThings } from "./name-things.ts";
import { actorOf, targetOf } from "./things.ts";

export const auditPages = new Hono<PortalEnv>();

auditPages.get("/portal/t/:tenantId/audit", async (c) => {
  const { view, tenantId } = deskOf(c);
  const form = new FormState({ action: c.req.query("action") ?? "" });
  const filter = { reach: [tenantId], tenantId, ...choiceOf(form) };
  return c.html(<AuditPage view={view} form={form} part={await readPart(c, filter)} />);
});

auditPages.get("/portal/audit", async (c) => {
  const { action = "", tenant = "" } = c.req.query();
  const form = new FormState({ action, tenant });
  const { reach } = readerOf(c);
  const filter = { reach, tenantId: form.given("tenant"), ...choiceOf(form) };
  return c.html(<AuditPage view={viewOf(c)} form={form} part={await readPart(c, filter)} />);
});

function choiceOf(form: FormState): Pick<AuditFilter, "action" | "changesOnly"> {
  const asked = form.given("action");
  return asked === CHANGES ? { changesOnly: true } : { action: asked };
}

/** A cursor that is none shows the newest: links are typed and cut by people. */
async function readPart(c: Context<PortalEnv>, filter: AuditFilter): Promise<AuditPart> {
  const db = database(c.env);
  const cursor = c.req.query("cursor");
  const read = cursor === undefined ? undefined : readAuditCursor(cursor);
  const after = isRefusal(read) ? undefined : read;
  const { items, total, next } = await listAudit(db, filter, pageRequest({}), after);
  const things = items.flatMap((line) => [actorOf(line), targetOf(line) ?? []].flat());
  // An operator is told whoever it was, also where he looks at one tenant.
  const reach = readerOf(c).reach === "all" ? "all" : filter.reach;
  const nameOf = await nameThings(db, reach, things);
  return { lines: items, total, nameOf, cursor: after?.toString(), next: next?.toString() };
}

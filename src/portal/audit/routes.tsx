import { Hono, type Context } from "hono";
import { readAuditCursor } from "../../access/audit-cursor.ts";
import { listAudit, type AuditFilter } from "../../access/list-audit.ts";
import type { Reach } from "../../access/principal.ts";
import { csvHeaders, isRefusal } from "../../http/index.ts";
import { pageRequest, type PageRequest } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { deskOf, ownDeskOf } from "../frame/desk.ts";
import type { FormState } from "../frame/form.ts";
import { readyTenantField } from "../frame/ready-tenant-field.ts";
import { readFilter } from "../frame/read-filter.ts";
import { readerOf, viewOf } from "../frame/view.ts";
import { AuditPage, CHANGES, type AuditPart } from "./audit-page.tsx";
import { exportLines } from "./export-lines.ts";
import { fileIn, filesFor, MAX_EXPORTED, startOf } from "./export-parts.ts";
import { nameThings } from "./name-things.ts";
import { actorOf, targetOf } from "./things.ts";

const FIELDS = ["who", "action", "target", "from", "to"];

export const auditPages = new Hono<Rampart>();

auditPages.get("/portal/t/:tenantId/audit", async (c) => {
  const { form, filter } = ofTenant(c);
  const part = await readPart(c, filter, pageRequest({}));
  return c.html(<AuditPage view={viewOf(c)} form={form} part={part} />);
});

auditPages.get("/portal/t/:tenantId/audit.csv", async (c) => exportPart(c, ofTenant(c).filter));

auditPages.get("/portal/audit", async (c) => {
  const { view, db } = ownDeskOf(c);
  const { form, filter } = ofAll(c);
  const [marked, part] = await Promise.all([
    readyTenantField(view, db, form),
    readPart(c, filter, pageRequest({})),
  ]);
  return c.html(<AuditPage view={view} form={marked} part={part} />);
});

auditPages.get("/portal/audit.csv", async (c) => exportPart(c, ofAll(c).filter));

function ofTenant(c: Context<Rampart, "/:tenantId">) {
  const { tenantId } = deskOf(c);
  const { form } = readFilter(c, FIELDS, {});
  return { form, filter: { reach: [tenantId], tenantId, ...choiceOf(c, form, [tenantId]) } };
}

function ofAll(c: Context<Rampart>) {
  const { reach } = readerOf(c);
  const { form } = readFilter(c, [...FIELDS, "tenant"], {});
  return { form, filter: { reach, tenantId: form.given("tenant"), ...choiceOf(c, form, reach) } };
}

async function exportPart(c: Context<Rampart>, filter: AuditFilter) {
  // A part is counted from the line of the cursor, so without a cursor it is the first.
  const isCounted = !isRefusal(readAuditCursor(c.req.query("cursor") ?? ""));
  const at = isCounted ? fileIn(c.req.query("part")) : 1;
  const request = { page: at, limit: MAX_EXPORTED, offset: (at - 1) * MAX_EXPORTED };
  const { lines, total, nameOf, next, cursor } = await readPart(c, filter, request);
  const more = new URL(c.req.url);
  more.searchParams.set("cursor", cursor ?? startOf(lines[0], total) ?? "");
  more.searchParams.set("part", String(at + 1));
  const text = exportLines(lines, nameOf, next === undefined ? undefined : more.href);
  const files = filesFor(total);
  const which = files > 1 ? `-${at}-of-${files}` : "";
  return c.body(text, 200, csvHeaders(`audit-${viewOf(c).tenantId ?? "all"}${which}`));
}

function choiceOf(c: Context<Rampart>, form: FormState, reach: Reach): Partial<AuditFilter> {
  const asked = form.given("action");
  const text = form.given("who");
  return {
    ...(asked === CHANGES ? { changesOnly: true } : { action: asked }),
    target: form.given("target"),
    who: text === undefined ? undefined : { text, byName: true, knownTo: knownTo(c, reach) },
    from: form.moment("from"),
    to: form.moment("to"),
  };
}

/** Who may be searched by name. For an operator it is everybody, also in the log of one tenant. */
function knownTo(c: Context<Rampart>, reach: Reach): Reach {
  return readerOf(c).reach === "all" ? "all" : reach;
}

/**
 * Reads a part of the log. A malformed cursor gives the newest lines, because people type and cut
 * links.
 */
async function readPart(
  c: Context<Rampart>,
  filter: AuditFilter,
  request: PageRequest,
): Promise<AuditPart> {
  const db = database(c.env);
  const cursor = c.req.query("cursor");
  const read = cursor === undefined ? undefined : readAuditCursor(cursor);
  const after = isRefusal(read) ? undefined : read;
  const { items, total, cursor: next } = await listAudit(db, filter, request, after);
  const things = items.flatMap((line) => [actorOf(line), targetOf(line) ?? []].flat());
  const nameOf = await nameThings(db, knownTo(c, filter.reach), things);
  return { lines: items, total, nameOf, cursor: after && cursor, next };
}

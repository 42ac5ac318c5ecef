import { Hono } from "hono";
import * as z from "zod";
import { readAuditCursor } from "../access/audit-cursor.ts";
import { listAudit, type AuditFilter } from "../access/list-audit.ts";
import { personOf } from "../access/person-of.ts";
import { json, refuseField, settle } from "../http/index.ts";
import {
  cursorQuery,
  moment,
  operation,
  pageOf,
  pageRequest,
  pagingQuery,
  parseMoment,
  refuseBoth,
  valid,
} from "../http/contract/index.ts";
import { database, timeOf, type Rampart } from "../platform/index.ts";
import { claimKnownTenant } from "./claim-known-tenant.ts";
import { tenantIdSchema } from "./shared-schemas.ts";

const MAX_ACTION = 64;
/** Long enough for an issuer's address and its name of a person. */
const MAX_ACTOR = 512;
const query = z.object({
  ...pagingQuery,
  ...cursorQuery,
  tenantId: tenantIdSchema.optional(),
  actor: z.string().min(1).max(MAX_ACTOR).optional(),
  action: z.string().min(1).max(MAX_ACTION).optional(),
  from: moment.optional(),
  to: moment.optional(),
});

export const auditRoutes = new Hono<Rampart>();

auditRoutes.get(
  "/admin/audit",
  operation({ operationId: "listAudit" }),
  valid("query", query),
  async (c) => {
    const { tenantId, actor, action, from, to, cursor, ...paging } = c.req.valid("query");
    settle(refuseBoth(cursor, paging.page));
    const times = { from: parseMoment(from), to: parseMoment(to) };
    settle(refuseBackwards(times));
    const after = cursor === undefined ? undefined : settle(readAuditCursor(cursor));
    const page = pageRequest(paging);
    const by = personOf(c);
    if (tenantId !== undefined) settle(await claimKnownTenant(database(c.env), by, tenantId));
    const who = actor === undefined ? undefined : { text: actor, byName: false, knownTo: by.reach };
    const filter = { reach: by.reach, tenantId, who, action, ...times };
    const { items, total, cursor: next } = await listAudit(database(c.env), filter, page, after);
    const shown = items.map((entry) => ({ ...entry, at: timeOf(entry.at) }));
    const whole = pageOf(page, shown, total);
    return json(c, { ...whole, has_more: next !== undefined, cursor: next ?? null });
  },
);

function refuseBackwards({ from = -Infinity, to = Infinity }: Pick<AuditFilter, "from" | "to">) {
  return from < to ? undefined : refuseField("to", 'must lie after "from"');
}

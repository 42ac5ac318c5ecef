import { Hono, type Context } from "hono";
import * as z from "zod";
import { createCode } from "../../fleet/codes/create-code.ts";
import { listCodes, MAX_TTL_SECONDS } from "../../fleet/codes/code-store.ts";
import { newCode } from "../../fleet/codes/schemas.ts";
import { revokeCode } from "../../fleet/codes/revoke-code.ts";
import { backendUrl } from "../../fleet/discover.ts";
import { settle } from "../../http/index.ts";
import { MAX_PAGE_SIZE, pageOf } from "../../http/contract/index.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { Database, Rampart } from "../../platform/index.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf } from "../frame/desk.ts";
import { redirectBack } from "../frame/redirect-back.ts";
import { FormState, readForm } from "../frame/form.ts";
import { readFilter } from "../frame/read-filter.ts";
import { readPage } from "../frame/read-page.ts";
import { offerPolicies } from "../policies/offer-policies.ts";
import { CodesPage } from "./code-pages.tsx";
import { CodeRevealPage } from "./code-reveal-page.tsx";

const LIST = "/portal/t/:tenantId/codes";
const DAY_SECONDS = 86_400;
const MAX_DAYS = MAX_TTL_SECONDS / DAY_SECONDS;
/** The form takes days, and its faults are told in days; the rule counts seconds. */
const codeInDays = newCode.extend({
  ttlSeconds: z
    .int()
    .min(1)
    .max(MAX_DAYS)
    .transform((days) => days * DAY_SECONDS)
    .optional(),
});
const FRESH = { maxUses: "1", ttlSeconds: "1" };

export const codePages = new Hono<Rampart>();

/** The query may bring the choices of another code to start from. */
codePages.get(LIST, async (c) => {
  const { roles = "", region = "", policyId = "", ...more } = c.req.query();
  const { maxUses = FRESH.maxUses, ttlSeconds = FRESH.ttlSeconds } = more;
  const form = new FormState({ roles, region, policyId, maxUses, ttlSeconds });
  return c.html(await codes(c, form));
});

codePages.post(`${LIST}/new`, async (c) => {
  const { view, who, tenantId, db, now } = deskOf(c);
  const form = await readForm(c);
  const order = codeInDays.safeParse({ ...readCodeForm(form), tenantId });
  const { done, refused } = await carryOut(view, form, order, (code) =>
    createCode(db, who, code, now),
  );
  if (refused) return c.html(await codes(c, refused), refused.status);
  return c.html(<CodeRevealPage view={view} code={done.code} url={backendUrl(c)} />, 201);
});

codePages.post(`${LIST}/:codeId/revoke`, async (c) => {
  await readForm(c);
  const { who, tenantId, db, now } = deskOf(c);
  // An operator too revokes only codes of this tenant here.
  const by = { ...who, reach: [tenantId] };
  settle(await revokeCode(db, by, c.req.param("codeId"), now));
  return redirectBack(c, "revoked");
});

async function codes(c: Context<Rampart, string>, form: FormState) {
  const { view, tenantId, db, now } = deskOf(c);
  const request = readPage(c);
  const { form: filter } = readFilter(c, ["q"], {});
  const q = filter.given("q");
  const { items, total } = await listCodes(db, { reach: [tenantId], tenantId, q }, request);
  const policies = await policiesOf(db, tenantId, form.given("policyId"));
  const page = pageOf(request, items, total);
  return <CodesPage {...{ view, filter, form, page, policies, now }} />;
}

/** The newest policies of the tenant, and the one that was sent. */
async function policiesOf(db: Database, tenantId: TenantId, sent: string | undefined) {
  const known = await offerPolicies(db, [tenantId], MAX_PAGE_SIZE);
  const other = sent === undefined || known.some(({ value }) => value === sent) ? [] : [sent];
  return [...known, ...other.map((id) => ({ value: id, label: id }))];
}

function readCodeForm(form: FormState) {
  return {
    roles: form.list("roles"),
    region: form.given("region"),
    maxUses: form.number("maxUses"),
    ttlSeconds: form.number("ttlSeconds"),
    policyId: form.given("policyId"),
  };
}

import { Hono, type Context } from "hono";
import { claimTenantInPath } from "../../access/claim-tenant.ts";
import { isRefusal, settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import { database, surroundingsOf, type Rampart } from "../../platform/index.ts";
import { changeTenant } from "../../tenants/change-tenant.ts";
import { createTenant } from "../../tenants/create-tenant.ts";
import { listPlans, listTenants, type Plan } from "../../tenants/store.ts";
import { newTenant, TENANT_STATUSES, tenantChange } from "../../tenants/schemas.ts";
import type { Tenant } from "../../tenants/answers.ts";
import { askErasure } from "../../tenants/erasure/ask-erasure.ts";
import { showErasure } from "../../tenants/erasure/show-erasure.ts";
import { findErasure } from "../../tenants/erasure/store.ts";
import { carryOut } from "../frame/carry-out.ts";
import { ownDeskOf } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { FormState, readForm } from "../frame/form.ts";
import { readFilter } from "../frame/read-filter.ts";
import { readPage } from "../frame/read-page.ts";
import { viewOf } from "../frame/view.ts";
import { ErasurePage, PlansPage, TenantFormPage, TenantListPage } from "./tenant-pages.tsx";
import { needTenant } from "../../tenants/need-tenant.ts";

const LIST = "/portal/tenants";
const ONE = `${LIST}/:tenantId`;

export const tenantPages = new Hono<Rampart>();

tenantPages.get("/portal/plans", async (c) =>
  c.html(<PlansPage view={viewOf(c)} plans={await listPlans(database(c.env))} />),
);

tenantPages.get(LIST, async (c) => {
  const { view, who, db } = ownDeskOf(c);
  const { form, chosen } = readFilter(c, ["q"], { status: TENANT_STATUSES });
  const request = readPage(c);
  const filter = { reach: who.reach, q: form.given("q"), ...chosen };
  const { items, total } = await listTenants(db, filter, request);
  const page = pageOf(request, items, total);
  const mayWrite = who.permissions.has("tenants:write");
  return c.html(<TenantListPage view={view} form={form} page={page} mayWrite={mayWrite} />);
});

tenantPages.get(`${LIST}/new`, async (c) => {
  const plans = await listPlans(database(c.env));
  return c.html(<TenantFormPage view={viewOf(c)} form={new FormState()} plans={plans} />);
});

tenantPages.post(`${LIST}/new`, async (c) => {
  const { view, who: by, db } = ownDeskOf(c);
  const form = await readForm(c);
  const plans = await listPlans(db);
  const order = newTenant.safeParse({
    tenantId: form.value("tenantId"),
    ...readTenant(form),
    location: form.given("location"),
  });
  const desk = { ...surroundingsOf(c), by };
  const { done, refused } = await carryOut(view, form, order, (tenant) =>
    createTenant(desk, tenant),
  );
  if (refused) {
    return c.html(<TenantFormPage view={view} form={refused} plans={plans} />, refused.status);
  }
  return redirectWith(c, "created", `/portal/t/${done.tenantId}`);
});

tenantPages.get(ONE, async (c) => {
  const { tenant, plans } = await asked(c);
  const { view, db, now } = ownDeskOf(c);
  const row = await findErasure(db, tenant.tenantId);
  if (row !== undefined) {
    const erasure = showErasure(row, now);
    return c.html(<ErasurePage view={view} tenant={tenant} erasure={erasure} />);
  }
  const form = fillTenantForm(tenant, plans);
  return c.html(<TenantFormPage view={view} form={form} plans={plans} tenant={tenant} />);
});

tenantPages.post(`${ONE}/erasure`, async (c) => {
  const { view, who, db, now } = ownDeskOf(c);
  const { tenant, plans } = await asked(c);
  const form = await readForm(c);
  const tenantId = settle(claimTenantInPath(who, tenant.tenantId));
  const row = await askErasure(db, who, tenantId, form.value("confirm").trim(), now);
  if (!isRefusal(row)) return redirectWith(c, "erasing", `/portal/tenants/${tenantId}`);
  const erasing = form.refused(view, row);
  const filled = fillTenantForm(tenant, plans);
  const props = { view, form: filled, plans, tenant, erasing };
  return c.html(<TenantFormPage {...props} />, row.status);
});

tenantPages.post(ONE, async (c) => {
  const { view, who, now } = ownDeskOf(c);
  const { tenant, plans } = await asked(c);
  const form = await readForm(c);
  const { monthlyQuota = null, ...rest } = readTenant(form);
  const change = tenantChange.safeParse({ ...rest, monthlyQuota, status: form.value("status") });
  const tenantId = settle(claimTenantInPath(who, tenant.tenantId));
  const standing = fillTenantForm(tenant, plans);
  const { refused } = await carryOut(
    view,
    form,
    change,
    (over) => changeTenant(c.env, who, tenantId, over, now),
    { now: standing },
  );
  if (refused) {
    return c.html(<TenantFormPage {...{ view, form: refused, plans, tenant }} />, refused.status);
  }
  return redirectWith(c, "saved", `/portal/t/${tenantId}`);
});

function readTenant(form: FormState) {
  return {
    name: form.value("name"),
    plan: form.given("plan"),
    monthlyQuota: form.number("monthlyQuota"),
  };
}

function fillTenantForm(tenant: Tenant, plans: Plan[]): FormState {
  const plan = plans.find(({ id }) => id === tenant.plan);
  const own = plan?.monthlyQuota !== tenant.monthlyQuota;
  return new FormState({
    name: tenant.name,
    plan: tenant.nextPlan ?? tenant.plan,
    monthlyQuota: own ? String(tenant.monthlyQuota) : "",
    status: tenant.status,
  }).opened();
}

async function asked(c: Context<Rampart, string>) {
  const db = database(c.env);
  const tenant = settle(await needTenant(db, c.req.param("tenantId") ?? ""));
  return { tenant, plans: await listPlans(db) };
}

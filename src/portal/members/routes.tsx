import { Hono, type Context } from "hono";
import * as z from "zod";
import {
  changeRole,
  findColleague,
  invitePerson,
  listPeople,
  recoverPerson,
  removePerson,
} from "../../access/sessions/index.ts";
import { ROLES } from "../../access/permissions.ts";
import { isRefusal, settle, type Refusal } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import { refuseWayIn } from "../../tenants/refuse-closed.ts";
import { refuseNew } from "../../tenants/refuse-new.ts";
import { MAX_NAME } from "../../tenants/schemas.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { FormState, readForm } from "../frame/form.ts";
import { readPage } from "../frame/read-page.ts";
import { refuseChanged } from "../frame/refuse-changed.tsx";
import type { PortalEnv } from "../frame/view.ts";
import { LinkPage, MemberPage, MembersPage } from "./member-pages.tsx";

const LIST = "/portal/t/:tenantId/members";
const ONE = `${LIST}/:personId`;

const invitation = z.object({ name: z.string().trim().min(1).max(MAX_NAME), role: z.enum(ROLES) });
const roleChange = invitation.pick({ role: true });

export const memberRoutes = new Hono<PortalEnv>();

memberRoutes.get(LIST, async (c) => c.html(await members(c, new FormState())));

memberRoutes.post(`${LIST}/invite`, async (c) => {
  const { view, who, tenantId, db, now } = deskOf(c);
  const form = await readForm(c);
  const order = invitation.safeParse({ name: form.value("name"), role: form.value("role") });
  const { done, refused } = await carryOut(
    view,
    form,
    order,
    async (person) =>
      (await refuseNew(db, tenantId, refuseWayIn(who))) ??
      invitePerson(db, who, { ...person, tenants: [tenantId] }, now),
  );
  if (refused) return c.html(await members(c, refused), refused.status);
  const name = form.value("name").trim();
  return c.html(<LinkPage view={view} name={name} link={linkOf(c, done.code)} />, 201);
});

memberRoutes.get(ONE, async (c) => c.html(await member(c)));

memberRoutes.post(`${ONE}/role`, async (c) => {
  const { view, who, tenantId, db, now } = deskOf(c);
  const form = await readForm(c);
  const order = roleChange.safeParse({ role: form.value("role") });
  if (!order.success) return c.html(await member(c, () => form.refused(view, order.error)), 400);
  const change = { tenantId, personId: c.req.param("personId"), ...order.data };
  const { role } = settle(await findColleague(db, who, tenantId, change.personId));
  const outcome =
    refuseChanged(form, fillRoleForm(role)) ?? (await changeRole(db, who, change, now));
  return answer(c, outcome, "saved", form);
});

memberRoutes.post(`${ONE}/remove`, async (c) => {
  await readForm(c);
  const { who, tenantId, db, now } = deskOf(c);
  const person = { tenantId, personId: c.req.param("personId") };
  return answer(c, await removePerson(db, who, person, now), "deleted");
});

memberRoutes.post(`${ONE}/recover`, async (c) => {
  await readForm(c);
  const { view, who, tenantId, db, now } = deskOf(c);
  const personId = c.req.param("personId");
  const { name } = settle(await findColleague(db, who, tenantId, personId));
  const made = settle(await recoverPerson(db, who, { tenantId, personId }, now));
  if (made === null) return redirectWith(c, "sessionsEnded", `/portal/t/${tenantId}/members`);
  return c.html(<LinkPage view={view} name={name} link={linkOf(c, made.code)} />, 201);
});

async function answer(
  c: Context<PortalEnv, string>,
  outcome: void | Refusal,
  flash: "saved" | "deleted",
  form?: FormState,
) {
  const { view, tenantId } = deskOf(c);
  if (!isRefusal(outcome)) return redirectWith(c, flash, `/portal/t/${tenantId}/members`);
  if (outcome.status !== 409 && outcome.status !== 412) return settle<Response>(outcome);
  const shown = (kept: FormState) => (form ?? kept).refused(view, outcome, { now: kept });
  return c.html(await member(c, shown), outcome.status);
}

async function members(c: Context<PortalEnv, string>, form: FormState) {
  const { view, who, tenantId, db } = deskOf(c);
  const request = readPage(c);
  const { items, total } = await listPeople(db, tenantId, request);
  return <MembersPage {...{ view, who, form }} page={pageOf(request, items, total)} />;
}

/** `shown` makes what stands in the form out of the role that the person has. */
async function member(c: Context<PortalEnv, string>, shown = (kept: FormState) => kept) {
  const { view, who, tenantId, db } = deskOf(c);
  const id = c.req.param("personId") ?? "";
  const { id: personId, name, role } = settle(await findColleague(db, who, tenantId, id));
  const form = shown(fillRoleForm(role));
  return <MemberPage view={view} person={{ personId, name }} form={form} />;
}

function fillRoleForm(role: string): FormState {
  return new FormState({ role }).opened();
}

function linkOf(c: Context, code: string): string {
  return new URL(`/portal/sign-in/${code}`, c.req.url).href;
}

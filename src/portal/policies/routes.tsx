import { Hono, type Context } from "hono";
import { assign } from "../../fleet/policies/assign-policy.ts";
import { listAssignments } from "../../fleet/policies/assignment-store.ts";
import { createPolicy } from "../../fleet/policies/create-policy.ts";
import { DEFAULT_POLICY_ID } from "../../fleet/policies/pick-policy.ts";
import { findPolicy, listPolicies, type WrittenPolicy } from "../../fleet/policies/policy-store.ts";
import { noSuchPolicy } from "../../fleet/policies/refusals.ts";
import { removePolicy } from "../../fleet/policies/remove-policy.ts";
import { revisePolicy } from "../../fleet/policies/revise-policy.ts";
import { assignment, newPolicy, newRevision } from "../../fleet/policies/schemas.ts";
import { listOtherRoles } from "../../fleet/list-roles.ts";
import { settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf, type Desk } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { FormState, readForm } from "../frame/form.ts";
import { readPage } from "../frame/read-page.ts";
import { sayName } from "../frame/say-name.ts";
import { redirectBack } from "../frame/redirect-back.ts";
import { serveDeletion } from "../frame/serve-deletion.tsx";
import { PolicyListPage, PolicyPage } from "./policy-pages.tsx";
import { policyWords } from "./words.ts";

const LIST = "/portal/t/:tenantId/policies";
const ONE = `${LIST}/:policyId`;
/** The limit of a policy document. */
const MAX_DOCUMENT_BYTES = 128 * 1024;

export const policyPages = new Hono<Rampart>();

policyPages.get(LIST, async (c) => {
  const { view, who, tenantId, db } = deskOf(c);
  const request = readPage(c);
  const given = readPage(c, "roles");
  const [{ items, total }, found] = await Promise.all([
    listPolicies(db, [tenantId], tenantId, request),
    listAssignments(db, { tenantId }, given),
  ]);
  const assignments = pageOf(given, found.items, found.total);
  const page = pageOf(request, items, total);
  return c.html(<PolicyListPage {...{ view, page, assignments, mayWrite: mayWrite(who) }} />);
});

policyPages.get(`${LIST}/new`, (c) => {
  const form = new FormState({ document: "{}", checkinIntervalSeconds: "60" });
  return c.html(<PolicyPage view={deskOf(c).view} form={form} mayWrite />);
});

policyPages.post(`${LIST}/new`, async (c) => {
  const { view, who, tenantId, db, now } = deskOf(c);
  const form = await readForm(c, MAX_DOCUMENT_BYTES);
  const name = form.value("name");
  const order = newPolicy.safeParse({ ...readPolicyForm(form), name, tenantId });
  const { done, refused } = await carryOut(view, form, order, (policy) =>
    createPolicy(policy, { db, by: who, now }),
  );
  if (refused) return c.html(<PolicyPage view={view} form={refused} mayWrite />, refused.status);
  return redirectWith(c, "created", `/portal/t/${tenantId}/policies/${done.policy.id}`);
});

policyPages.get(ONE, async (c) => {
  const desk = deskOf(c);
  const written = await writtenOf(c, desk);
  return c.html(await policyPage(c, desk, written));
});

policyPages.post(ONE, async (c) => {
  const desk = deskOf(c);
  const { view, who, tenantId, db, now } = desk;
  const form = await readForm(c, MAX_DOCUMENT_BYTES);
  const written = await writtenOf(c, desk);
  const order = newRevision.safeParse(readPolicyForm(form));
  const standing = fillPolicyForm(written);
  const { id } = written.policy;
  const { refused } = await carryOut(
    view,
    form,
    order,
    (revision) => revisePolicy(id, revision, { db, by: who, now }),
    { now: standing },
  );
  if (refused) return c.html(await policyPage(c, desk, written, refused), refused.status);
  return redirectWith(c, "saved", `/portal/t/${tenantId}/policies/${id}`);
});

policyPages.post(`${ONE}/assign`, async (c) => give(c));
policyPages.post(`${ONE}/take-back`, async (c) => give(c, DEFAULT_POLICY_ID));

/** Assigns the policy of the page to a role, or the policy `inItsPlace`. */
async function give(c: Context<Rampart, string>, inItsPlace?: string) {
  const desk = deskOf(c);
  const { view, who, tenantId, db, now } = desk;
  const form = await readForm(c);
  const written = await writtenOf(c, desk);
  const { policy } = written;
  const role = form.given("role");
  const order = assignment.safeParse({ tenantId, policyId: inItsPlace ?? policy.id, role });
  const { refused } = await carryOut(view, form, order, (given) =>
    assign(given, { db, by: who, now }),
  );
  if (refused) {
    return c.html(await policyPage(c, desk, written, undefined, refused), refused.status);
  }
  return redirectBack(c, "assigned");
}

serveDeletion(policyPages, ONE, {
  ask: async (c) => {
    const desk = deskOf(c);
    const { name } = (await writtenOf(c, desk)).policy;
    const { removeTitle, removeText: text, remove: label } = policyWords[desk.view.language];
    return { title: removeTitle(sayName(name)), text, label };
  },
  remove: async (c) => {
    const desk = deskOf(c);
    const { who, db, now } = desk;
    const { policy } = await writtenOf(c, desk);
    return removePolicy(policy.id, { db, by: who, now });
  },
});

async function policyPage(
  c: Context<Rampart, string>,
  { view, who, tenantId, db }: Desk,
  written: WrittenPolicy,
  form = fillPolicyForm(written),
  giving = new FormState(),
) {
  const request = readPage(c, "roles");
  const of = { tenantId, policyId: written.policy.id };
  const [{ items, total }, known] = await Promise.all([
    listAssignments(db, of, request),
    mayWrite(who) ? listOtherRoles(db, of) : [],
  ]);
  giving.offers.set(
    "role",
    known.map((role) => ({ value: role, label: sayName(role) })),
  );
  const names = items.map(({ role }) => role);
  const roles = pageOf(request, names, total);
  return <PolicyPage {...{ view, form, written, roles, giving, mayWrite: mayWrite(who) }} />;
}

async function writtenOf(c: Context<Rampart, string>, { db, tenantId }: Desk) {
  const found = await findPolicy(db, [tenantId], c.req.param("policyId") ?? "");
  return settle(found ?? noSuchPolicy());
}

function fillPolicyForm({ revision }: WrittenPolicy): FormState {
  return new FormState({
    document: JSON.stringify(revision.document, null, 2),
    checkinIntervalSeconds: String(revision.intervalS),
  }).opened();
}

/** Reads the form. A text that is not JSON stays a text, which the schema refuses. */
function readPolicyForm(form: FormState) {
  const text = form.value("document");
  return { document: parsed(text), checkinIntervalSeconds: form.number("checkinIntervalSeconds") };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function mayWrite({ permissions }: Desk["who"]): boolean {
  return permissions.has("policies:write");
}

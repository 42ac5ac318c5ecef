import { Hono, type Context } from "hono";
import { countStates } from "../../fleet/count-states.ts";
import { readyFilter } from "../../fleet/list-filter.ts";
import { listAgents } from "../../fleet/list-store.ts";
import { deregister } from "../../fleet/deregister.ts";
import { exportAgents } from "../../fleet/export-agents.ts";
import { findReachable } from "../../fleet/find-reachable.ts";
import { namePolicies } from "../../fleet/name-things.ts";
import { listAssignments } from "../../fleet/policies/assignment-store.ts";
import { readEvents } from "../../fleet/read-events.ts";
import { resolveConflict, revokeAgent } from "../../fleet/change-agent.ts";
import { showCollector } from "../../fleet/show-agent.ts";
import { showCollectorDetail } from "../../fleet/show-detail.ts";
import { summarise } from "../../fleet/summarise.ts";
import { versionsOf } from "../../fleet/semver.ts";
import type { Reach } from "../../access/principal.ts";
import { csvHeaders, isRefusal, refuse, settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { needTenant } from "../../tenants/need-tenant.ts";
import { ConfirmPage } from "../frame/confirm-page.tsx";
import { deskOf, ownDeskOf } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { readForm } from "../frame/form.ts";
import { readyTenantField } from "../frame/ready-tenant-field.ts";
import { readPage } from "../frame/read-page.ts";
import { viewOf } from "../frame/view.ts";
import type { GivenPolicy } from "./collector-facts.tsx";
import { CollectorPage, isOfAll, nameOf, pathOf } from "./collector-page.tsx";
import { CollectorsPage } from "./collectors-page.tsx";
import { offerFilterPolicies } from "./offer-filter-policies.ts";
import { readAgentFilter } from "./read-agent-filter.ts";
import { troubled } from "./state-figures.tsx";
import { SummaryPage } from "./summary-page.tsx";
import { fleetWords } from "./words.ts";

const LIST = "/portal/t/:tenantId/collectors";
const ONE = `${LIST}/:agentId`;
const SHOWN_EVENTS = { page: 1, limit: 50, offset: 0 };
/** At most two assignments concern an agent: that of its role, and that of all other roles. */
const EACH_ROLE = { page: 1, limit: 2, offset: 0 };

export const fleetPages = new Hono<Rampart>();

fleetPages.get("/portal/fleet", async (c) => {
  const { view, db, now } = ownDeskOf(c);
  const { totals, tenants } = summarise(await countStates(db, now), now);
  // The tenants with the most agents that need attention come first.
  const byTrouble = tenants.toSorted((a, b) => troubled(b.by_state) - troubled(a.by_state));
  const request = readPage(c);
  const shown = byTrouble.slice(request.offset, request.offset + request.limit);
  const page = pageOf(request, shown, tenants.length);
  return c.html(<SummaryPage view={view} counts={totals.by_state} page={page} />);
});

fleetPages.get("/portal/fleet/collectors", async (c) => collectors(c, ownDeskOf(c).who.reach));

fleetPages.get("/portal/fleet/collectors.csv", async (c) =>
  fileOf(c, ownDeskOf(c).who.reach, "all"),
);

fleetPages.get(`${LIST}.csv`, async (c) => {
  const { tenantId } = deskOf(c);
  return fileOf(c, [tenantId], tenantId);
});

fleetPages.get(LIST, async (c) => collectors(c, [deskOf(c).tenantId]));

fleetPages.get(ONE, async (c) => {
  const { view, who, tenantId, db } = deskOf(c);
  const row = await rowOf(c);
  const maySeeEvents = who.permissions.has("fleet:read-all");
  const [detail, events] = await Promise.all([
    showCollectorDetail(c, row),
    maySeeEvents ? readEvents(c, row, SHOWN_EVENTS) : null,
  ]);
  const { id } = detail.policy;
  const [names, assigned] = await Promise.all([
    namePolicies(db, [tenantId], [id]),
    listAssignments(db, { tenantId, policyId: id, roles: [row.role, ""] }, EACH_ROLE),
  ]);
  const roles = assigned.items.map(({ role }) => role);
  const given = { name: names.get(id)?.name, by: giverOf(row, id, roles) };
  const mayRevoke = who.permissions.has("fleet:write");
  const props = { view, detail, events: events?.items ?? null, given, mayRevoke };
  return c.html(<CollectorPage {...props} />);
});

fleetPages.get(`${ONE}/revoke`, async (c) => {
  const { view } = deskOf(c);
  const detail = await showCollectorDetail(c, await rowOf(c));
  const words = fleetWords[view.language];
  return c.html(
    <ConfirmPage
      view={view}
      title={`${words.revoke} ${nameOf(detail)}`}
      text={isOfAll(view) ? words.revokeText : `${words.revokeText} ${words.forgetText}`}
      label={words.revoke}
      back={pathOf(detail)}
    />,
  );
});

fleetPages.post(`${ONE}/revoke`, async (c) => {
  await readForm(c);
  const row = await rowOf(c);
  const list = `/portal/t/${row.tenantId}/collectors`;
  if (isOfAll(viewOf(c))) {
    settle(await revokeAgent(c, row));
    return redirectWith(c, "revoked", `${list}/${row.agentId}`);
  }
  await deregister(c, row, null);
  return redirectWith(c, "deleted", list);
});

fleetPages.post(`${ONE}/resolve`, async (c) => {
  await readForm(c);
  const { tenantId, agentId } = settle(await resolveConflict(c, await rowOf(c)));
  return redirectWith(c, "resolved", `/portal/t/${tenantId}/collectors/${agentId}`);
});

/**
 * The list with its filters as a file, which the next one goes on with. A filter that the page shows as
 * wrong is refused here.
 */
async function fileOf(c: Context<Rampart, string>, reach: Reach, name: string) {
  const { view, who, db, now } = ownDeskOf(c);
  const policies = reach === "all" ? undefined : await offerFilterPolicies(view, db, reach);
  const { form, filter } = readAgentFilter(c, view, now, policies);
  if (form.fault !== undefined) settle(refuse(400, "invalid_request", form.fault));
  if (filter.tenant !== undefined) settle(await needTenant(db, filter.tenant));
  const after = c.req.query("after") || undefined;
  const ready = settle(await readyFilter(db, reach, { ...filter, after }));
  const { method, url: address } = c.req;
  const wanted = { reach, filter: ready, versions: versionsOf(c.env), address, method };
  const file = await exportAgents(db, who, wanted, now);
  return c.newResponse(file, 200, csvHeaders(`agents-${filter.tenant ?? name}`));
}

async function collectors(c: Context<Rampart, string>, reach: Reach) {
  const { view, db, now } = ownDeskOf(c);
  const request = readPage(c);
  const policies = reach === "all" ? undefined : await offerFilterPolicies(view, db, reach);
  const { form, filter } = readAgentFilter(c, view, now, policies);
  const ready = await readyFilter(db, reach, filter);
  const read = isRefusal(ready) ? form.refused(view, ready) : form;
  const { version_below: _, ...others } = filter;
  const [marked, { items, total }] = await Promise.all([
    reach === "all" ? readyTenantField(view, db, read) : read,
    listAgents(db, reach, isRefusal(ready) ? others : ready, request, now),
  ]);
  const versions = versionsOf(c.env);
  const shown = items.map((item) => showCollector(item, versions, now));
  const page = pageOf(request, shown, total);
  return c.html(<CollectorsPage {...{ view, form: marked, page, policies }} />);
}

/**
 * What gives the agent its policy: its code, its role or the default. `roles` are the roles that
 * have the policy.
 */
function giverOf(
  { role, codePolicyId }: Awaited<ReturnType<typeof rowOf>>,
  policyId: string,
  roles: readonly string[],
): GivenPolicy["by"] {
  if (codePolicyId === policyId) return "code";
  if (roles.includes(role)) return "role";
  return roles.includes("") ? "all" : undefined;
}

async function rowOf(c: Context<Rampart, string>) {
  return settle(
    await findReachable(c, c.req.param("agentId") ?? "", c.req.param("tenantId") ?? ""),
  );
}

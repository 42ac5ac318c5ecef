import type { Context } from "hono";
import { claimTenantInPath, type TenantId } from "../../access/claim-tenant.ts";
import { BULK_ACTIONS, type BulkAction } from "../../fleet/bulk/actions.ts";
import { MAX_NAMED } from "../../fleet/bulk/schemas.ts";
import type { Selection } from "../../fleet/bulk/select-agents.ts";
import { refuse, settle } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { needTenant } from "../../tenants/need-tenant.ts";
import { ownDeskOf } from "../frame/desk.ts";
import type { FormState } from "../frame/form.ts";
import { readAgentFilter } from "../fleet/read-agent-filter.ts";
import { offerFilterPolicies } from "../fleet/offer-filter-policies.ts";

/** A filter's fields of which a wrong value shows all; an order for all must be asked for as such. */
const EASILY_MISREAD = ["status", "conflict", "cert", "seen", "policy"];

export type Choice = Selection & { agentIds: readonly string[] | undefined };

/**
 * What a form below a list of agents asks for: the agents ticked, or all that the filter in its address
 * finds.
 */
export async function readChoice(c: Context<Rampart, string>, form: FormState): Promise<Choice> {
  const { view, who, db, now } = ownDeskOf(c);
  const ofPath = c.req.param("tenantId");
  const own = ofPath === undefined ? null : settle(claimTenantInPath(who, ofPath));
  const action = settle(actionOf(form));
  if (form.given("all") === undefined) {
    const agentIds = [...new Set(form.values("agent"))];
    if (agentIds.length > MAX_NAMED) {
      settle(refuse(400, "invalid_request", `At most ${MAX_NAMED} agents may be ticked.`));
    }
    return { action, tenantId: own, agentIds };
  }
  const policies = own === null ? undefined : await offerFilterPolicies(view, db, [own]);
  const { form: read, filter } = readAgentFilter(c, view, now, policies);
  const asked = EASILY_MISREAD.filter((name) => (c.req.query(name) ?? "").trim() !== "");
  const isMisread = asked.some(
    (name) => (name === "policy" ? filter.policy : read.given(name)) === undefined,
  );
  if (isMisread || read.fault !== undefined) {
    settle(refuse(400, "invalid_request", read.fault ?? "The filter cannot be read."));
  }
  if (own === null && filter.tenant !== undefined) settle(await needTenant(db, filter.tenant));
  // Checked by the line above; only operators have a filter by tenant.
  const tenantId = own ?? ((filter.tenant ?? null) as TenantId | null);
  const { tenant: _, ...found } = filter;
  const used = Object.entries(found).filter(([, value]) => value !== undefined);
  return { action, tenantId, agentIds: undefined, filter: Object.fromEntries(used) };
}

function actionOf(form: FormState): BulkAction | ReturnType<typeof refuse> {
  const action = BULK_ACTIONS.find((one) => one === form.given("action"));
  return action ?? refuse(400, "invalid_request", "The action does not exist.");
}

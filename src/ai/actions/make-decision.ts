import type { Context } from "hono";
import type { TenantId } from "../../access/claim-tenant.ts";
import { personOf } from "../../access/person-of.ts";
import { isRefusal, type Refusal } from "../../http/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { dispatch } from "../../tenants/dispatch.ts";
import { tenantAi } from "../settings/tenant-ai.ts";
import { decide, mayDecide, type Decision } from "./decide.ts";
import { approvalOf } from "./decision-store.ts";
import type { ActionRow } from "./store.ts";

/** Decides by the tenant's settings, and sends an approval to the queue of webhooks at once. */
export async function makeDecision(
  c: Context<Rampart>,
  tenantId: TenantId,
  id: string,
  decision: Omit<Decision, "fourEyes">,
): Promise<ActionRow | Refusal> {
  const platform = c.get("platform");
  const now = platform.now();
  const fourEyes = await wantsFourEyes(c, tenantId);
  const decider = { db: database(c.env), by: personOf(c), tenantId, now };
  const row = await decide(decider, id, { ...decision, fourEyes });
  if (!isRefusal(row) && decision.state === "approved") {
    c.executionCtx.waitUntil(dispatch(c.env, [approvalOf(id)], platform));
  }
  return row;
}

type Bars = Record<Decision["state"], Refusal | undefined>;

/** The reasons, if any, why the caller may not approve or reject, whatever the state of the action. */
export async function findBars(
  c: Context<Rampart>,
  tenantId: TenantId,
  row: ActionRow,
): Promise<Bars> {
  const fourEyes = await wantsFourEyes(c, tenantId);
  const judge = (state: Decision["state"]) => mayDecide(row, personOf(c), state, fourEyes);
  return { approved: judge("approved"), rejected: judge("rejected") };
}

async function wantsFourEyes(c: Context<Rampart>, tenantId: TenantId): Promise<boolean> {
  const { settings } = await tenantAi(c.env, tenantId, c.get("platform").now());
  return settings.fourEyes ?? false;
}

import { Hono } from "hono";
import { countStates } from "../../fleet/count-states.ts";
import { countFlagged } from "../../inspection/store.ts";
import { settle } from "../../http/index.ts";
import { dayOf, type Rampart } from "../../platform/index.ts";
import { listApiKeys } from "../../tenants/api-keys/store.ts";
import { PORTAL_KEY } from "../../tenants/gate/gate.ts";
import { periodOf } from "../../tenants/gate/period.ts";
import { findErasure } from "../../tenants/erasure/store.ts";
import { showMonth } from "../../tenants/usage/show-usage.ts";
import { findFailing } from "../../webhooks/delivery/find-failing.ts";
import { listEndpoints } from "../../webhooks/endpoints/store.ts";
import { deskOf } from "../frame/desk.ts";
import { OverviewPage } from "./overview-page.tsx";
import { needTenant } from "../../tenants/need-tenant.ts";

/** A tenant has at most 20 endpoints. */
const ALL_ENDPOINTS = { page: 1, limit: 20, offset: 0 };
/** The most inspections of the day that are counted; more would make the page slow. */
const MOST_INSPECTIONS = 1_000;
const JUST_THE_TOTAL = { page: 1, limit: 1, offset: 0 };

export const overviewRoutes = new Hono<Rampart>();

overviewRoutes.get("/portal/t/:tenantId", async (c) => {
  const { view, who, tenantId, db, now } = deskOf(c);
  const tenant = settle(await needTenant(db, tenantId));
  const today = dayOf(now);
  const ofToday = { since: Date.parse(today), now, most: MOST_INSPECTIONS };
  const [{ usage, lastUses }, erasure, keys, endpoints, flagged, fleet] = await Promise.all([
    showMonth(c.env, tenant, periodOf(now), now),
    tenant.status === "closed" ? findErasure(db, tenantId) : undefined,
    who.permissions.has("keys:read") ? listApiKeys(db, tenantId, JUST_THE_TOTAL) : null,
    who.permissions.has("webhooks:read") ? listEndpoints(db, tenantId, ALL_ENDPOINTS) : null,
    who.permissions.has("inspections:read") ? countFlagged(db, tenantId, ofToday) : null,
    who.permissions.has("fleet:read") ? countStates(db, now, tenantId) : null,
  ]);
  const failing = await findFailing(c.env, endpoints?.items ?? [], c.get("platform"));
  return c.html(
    <OverviewPage
      view={view}
      tenant={tenant}
      isErased={erasure !== undefined}
      usage={usage}
      keys={keys?.total ?? null}
      hasCalled={Object.keys(lastUses).some((id) => id !== PORTAL_KEY)}
      fleet={fleet?.get(tenantId) ?? null}
      mayEnrol={tenant.status !== "closed" && who.permissions.has("enrollment:write")}
      dead={endpoints?.items.filter(({ status }) => status === "disabled") ?? []}
      failing={failing}
      mayCreate={who.permissions.has("keys:write")}
      flagged={
        flagged === null ? null : { ...flagged, isPart: flagged.inspected === MOST_INSPECTIONS }
      }
      today={today}
      origin={new URL(c.req.url).origin}
    />,
  );
});

import { type Context, Hono } from "hono";
import { doneBy } from "../access/audit.ts";
import { findTenantInPath, type TenantId } from "../access/claim-tenant.ts";
import { personOf } from "../access/person-of.ts";
import { json, settle } from "../http/index.ts";
import { operation, valid } from "../http/contract/index.ts";
import { database, given, type Rampart } from "../platform/index.ts";
import { timeOrNever } from "./agent/views.ts";
import * as schemas from "./settings-schemas.ts";
import { changeSettings, type FleetSettings, readSettings } from "./fleet-rules.ts";
import { ERASED, refuseErased } from "../tenants/refuse-erased.ts";
import { needTenant } from "../tenants/need-tenant.ts";

const tags = ["Fleet administration"];
const PATH = "/admin/fleet/settings/:tenantId";

export const settingsRoutes = new Hono<Rampart>();

settingsRoutes.get(
  PATH,
  operation({
    operationId: "getFleetSettings",
    summary: "How a tenant's agents are treated",
    tags,
    responses: { 200: { description: "The settings", schema: schemas.settings } },
  }),
  valid("param", schemas.settingsParam),
  async (c) => {
    const { tenantId } = c.req.valid("param");
    const claimed = await existing(c, tenantId);
    return json(c, show(await readSettings(database(c.env), claimed)));
  },
);

settingsRoutes.patch(
  PATH,
  operation({
    operationId: "changeFleetSettings",
    summary: "Change key rules, certificate life, renewal and the check-in interval's stretch",
    tags,
    responses: {
      200: { description: "The settings as they are now", schema: schemas.settings },
      ...ERASED,
    },
  }),
  valid("param", schemas.settingsParam),
  valid("json", schemas.settingsChange),
  async (c) => {
    const { tenantId } = c.req.valid("param");
    const claimed = await existing(c, tenantId);
    const db = database(c.env);
    settle(await refuseErased(db, claimed));
    const at = c.get("platform").now();
    const by = doneBy(personOf(c));
    const trace = { at, ...by, action: "fleet_settings.changed", tenantId: claimed };
    return json(c, show(await changeSettings(db, claimed, changeOf(c.req.valid("json")), trace)));
  },
);

async function existing(c: Context<Rampart>, tenantId: string): Promise<TenantId> {
  const claimed = settle(findTenantInPath(c.get("principal"), tenantId));
  settle(await needTenant(database(c.env), claimed));
  return claimed;
}

function changeOf({ renewBefore, ...change }: schemas.SettingsChange): Partial<FleetSettings> {
  if (renewBefore === undefined) return given(change);
  return { ...given(change), renewBefore: renewBefore === null ? null : Date.parse(renewBefore) };
}

function show(settings: FleetSettings) {
  return { ...settings, renewBefore: timeOrNever(settings.renewBefore) };
}

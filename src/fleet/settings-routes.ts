import { Hono } from "hono";
import { personOf } from "../access/person-of.ts";
import { json, settle } from "../http/index.ts";
import { operation, valid } from "../http/contract/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { timeOrNever } from "./agent/views.ts";
import { changeSettings } from "./change-settings.ts";
import * as schemas from "./settings-schemas.ts";
import { type FleetSettings, readSettings } from "./settings-store.ts";
import { needTenantInPath } from "../tenants/need-tenant-in-path.ts";

const PATH = "/admin/fleet/settings/:tenantId";

export const settingsRoutes = new Hono<Rampart>();

settingsRoutes.get(
  PATH,
  operation({ operationId: "getFleetSettings" }),
  valid("param", schemas.settingsParam),
  async (c) => {
    const { tenantId } = c.req.valid("param");
    const claimed = await needTenantInPath(c, tenantId);
    return json(c, show(await readSettings(database(c.env), claimed)));
  },
);

settingsRoutes.patch(
  PATH,
  operation({ operationId: "changeFleetSettings" }),
  valid("param", schemas.settingsParam),
  valid("json", schemas.settingsChange),
  async (c) => {
    const { tenantId } = c.req.valid("param");
    const claimed = await needTenantInPath(c, tenantId);
    const change = c.req.valid("json");
    const now = c.get("platform").now();
    const changed = await changeSettings(database(c.env), personOf(c), claimed, change, now);
    return json(c, show(settle(changed)));
  },
);

function show(settings: FleetSettings) {
  return { ...settings, renewBefore: timeOrNever(settings.renewBefore) };
}

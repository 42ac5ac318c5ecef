import { Hono } from "hono";
import { personOf } from "../access/person-of.ts";
import { json, settle } from "../http/index.ts";
import { operation, valid } from "../http/contract/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { timeOrNever } from "./agent/views.ts";
import { changeSettings } from "./change-settings.ts";
import * as schemas from "./settings-schemas.ts";
import { type FleetSettings, readSettings } from "./settings-store.ts";
import { ERASED } from "../tenants/refuse-erased.ts";
import { tenantInPath } from "../tenants/tenant-in-path.ts";

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
    const claimed = await tenantInPath(c, tenantId);
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
    const claimed = await tenantInPath(c, tenantId);
    const change = c.req.valid("json");
    const now = c.get("platform").now();
    const changed = await changeSettings(database(c.env), personOf(c), claimed, change, now);
    return json(c, show(settle(changed)));
  },
);

function show(settings: FleetSettings) {
  return { ...settings, renewBefore: timeOrNever(settings.renewBefore) };
}

import { Hono } from "hono";
import { guard, identifyPerson, identifyService, ROUTES } from "./access/index.ts";
import { aiRoutes } from "./ai/index.ts";
import { dictionaryRoutes } from "./dictionaries/index.ts";
import type { Rampart } from "./platform/index.ts";
import {
  apiKeyRoutes,
  auditRoutes,
  credentialRoutes,
  inviteRoutes,
  tenantRoutes,
  usageRoutes,
} from "./tenants/index.ts";

/** Everything at the root: the fleet contract and the management routes beside it. */
export const fleetApi = new Hono<Rampart>();

fleetApi.use(
  guard(ROUTES, {
    service: (c) => identifyService(c, c.get("platform")),
    person: (c) => identifyPerson(c, c.get("platform")),
  }),
);

fleetApi.route("/", tenantRoutes);
fleetApi.route("/", credentialRoutes);
fleetApi.route("/", inviteRoutes);
fleetApi.route("/", apiKeyRoutes);
fleetApi.route("/", usageRoutes);
fleetApi.route("/", auditRoutes);
fleetApi.route("/", dictionaryRoutes);
fleetApi.route("/", aiRoutes);

import { Hono } from "hono";
import {
  byAddress,
  guard,
  identifyPerson,
  identifyService,
  ROUTES,
  throttleFailures,
} from "./access/index.ts";
import { aiRoutes } from "./ai/index.ts";
import { eventRoutes } from "./events/index.ts";
import { dictionaryRoutes } from "./dictionaries/index.ts";
import { encryptionRoutes, keyRoutes, rootRoutes } from "./encryption/index.ts";
import {
  agentRoutes,
  codeRoutes,
  collectorRoutes,
  fleetRoutes,
  identifyAgent,
  policyRoutes,
  settingsRoutes,
} from "./fleet/index.ts";
import { inspectionRoutes } from "./inspection/index.ts";
import { intelAdminRoutes, tenantListRoutes } from "./intel/index.ts";
import type { Rampart } from "./platform/index.ts";
import {
  apiKeyRoutes,
  auditRoutes,
  credentialRoutes,
  inviteRoutes,
  tenantRoutes,
  usageRoutes,
} from "./tenants/index.ts";
import { deliveryRoutes, webhookRoutes } from "./webhooks/index.ts";

/** Everything at the root: the fleet contract and the management routes beside it. */
export const fleetApi = new Hono<Rampart>();

fleetApi.use(
  guard(ROUTES, {
    service: (c) => {
      const counts = [byAddress(c, c.env.SERVICE_KEY_FAILURES)];
      return throttleFailures(identifyService(c, c.get("platform")), counts);
    },
    person: (c) => identifyPerson(c, c.get("platform")),
    agent: identifyAgent,
  }),
);

fleetApi.route("/", tenantRoutes);
fleetApi.route("/", credentialRoutes);
fleetApi.route("/", inviteRoutes);
fleetApi.route("/", apiKeyRoutes);
fleetApi.route("/", usageRoutes);
fleetApi.route("/", auditRoutes);
fleetApi.route("/", agentRoutes);
fleetApi.route("/", fleetRoutes);
fleetApi.route("/", collectorRoutes);
fleetApi.route("/", codeRoutes);
fleetApi.route("/", policyRoutes);
fleetApi.route("/", settingsRoutes);
fleetApi.route("/", eventRoutes);
fleetApi.route("/", dictionaryRoutes);
fleetApi.route("/", aiRoutes);
fleetApi.route("/", encryptionRoutes);
fleetApi.route("/", keyRoutes);
fleetApi.route("/", rootRoutes);
fleetApi.route("/", webhookRoutes);
fleetApi.route("/", deliveryRoutes);
fleetApi.route("/", intelAdminRoutes);
fleetApi.route("/", tenantListRoutes);
fleetApi.route("/", inspectionRoutes);

import { Hono } from "hono";
import { guard } from "./access/guard.ts";
import { identifyPerson } from "./access/identify-person.ts";
import { identifyService, recallService } from "./access/identify-service.ts";
import { ROUTES } from "./access/route-table.ts";
import { byAddress, throttleFailures } from "./access/throttle-failures.ts";
import { identifyAgent } from "./fleet/identify-agent.ts";
import { AI_GROUPS } from "./ai-api.ts";
import { together, type LateGroup } from "./http/index.ts";
import type { Rampart } from "./platform/index.ts";

const TENANT = "/admin/tenants/:tenantId";

/** Checks every request to the fleet API. It is there from the start; the routes are loaded later. */
export const fleetGuard = new Hono<Rampart>().use(
  guard(ROUTES, {
    service: (c) =>
      recallService(c) ??
      throttleFailures(identifyService(c), [byAddress(c, c.env.SERVICE_KEY_FAILURES)]),
    person: identifyPerson,
    agent: identifyAgent,
  }),
);

/** The routes of the fleet contract and of management, grouped by what is loaded together. */
export const FLEET_GROUPS: readonly LateGroup[] = [
  {
    at: ["/admin/plans", "/admin/tenants", TENANT],
    load: async () => (await import("./tenants/routes.ts")).tenantRoutes,
  },
  {
    at: ["/admin/tokens/*", "/admin/service-keys/*", "/admin/invites", "/admin/operators/*"],
    load: () =>
      together(
        import("./tenants/credential-routes.ts").then((slice) => slice.credentialRoutes),
        import("./tenants/invite-routes.ts").then((slice) => slice.inviteRoutes),
        import("./tenants/operator-routes.ts").then((slice) => slice.operatorRoutes),
      ),
  },
  {
    at: [`${TENANT}/api-keys/*`],
    load: async () => (await import("./tenants/api-keys/routes.ts")).apiKeyRoutes,
  },
  {
    at: [`${TENANT}/erasure`],
    load: async () => (await import("./tenants/erasure/routes.ts")).erasureRoutes,
  },
  {
    at: [`${TENANT}/usage`, `${TENANT}/usage.csv`],
    load: async () => (await import("./tenants/usage/routes.ts")).usageRoutes,
  },
  {
    at: ["/admin/audit"],
    load: async () => (await import("./tenants/audit-routes.ts")).auditRoutes,
  },
  {
    at: ["/.well-known/agent-configuration", "/enroll", "/checkin", "/agents/*", "/agents.csv"],
    load: () =>
      together(
        import("./fleet/enrol-routes.ts").then((slice) => slice.enrolRoutes),
        import("./fleet/agent-routes.ts").then((slice) => slice.agentRoutes),
        import("./fleet/fleet-routes.ts").then((slice) => slice.fleetRoutes),
      ),
  },
  {
    at: ["/admin/fleet/collectors/*", "/admin/fleet/summary"],
    load: async () => (await import("./fleet/collector-routes.ts")).collectorRoutes,
  },
  {
    at: ["/admin/fleet/bulk-orders/*"],
    load: async () => (await import("./fleet/bulk/routes.ts")).bulkRoutes,
  },
  {
    at: ["/admin/enrollment-codes/*"],
    load: async () => (await import("./fleet/codes/routes.ts")).codeRoutes,
  },
  {
    at: ["/admin/policies/*"],
    load: async () => (await import("./fleet/policies/routes.ts")).policyRoutes,
  },
  {
    at: ["/admin/fleet/settings/*"],
    load: async () => (await import("./fleet/settings-routes.ts")).settingsRoutes,
  },
  {
    at: ["/admin/events/*"],
    load: async () => (await import("./events/routes.ts")).eventRoutes,
  },
  {
    at: ["/detection-dictionaries/*"],
    load: async () => (await import("./dictionaries/routes.ts")).dictionaryRoutes,
  },
  ...AI_GROUPS,
  {
    at: ["/encryption/*"],
    load: () =>
      together(
        import("./encryption/routes.ts").then((slice) => slice.encryptionRoutes),
        import("./encryption/batch/routes.ts").then((slice) => slice.batchRoutes),
        import("./encryption/key-routes.ts").then((slice) => slice.keyRoutes),
      ),
  },
  {
    at: ["/admin/encryption/*"],
    load: async () => (await import("./encryption/root-routes.ts")).rootRoutes,
  },
  {
    at: [`${TENANT}/webhooks/*`, "/.well-known/webhook-keys.json"],
    load: () =>
      together(
        import("./webhooks/routes.ts").then((slice) => slice.webhookRoutes),
        import("./webhooks/delivery-routes.ts").then((slice) => slice.deliveryRoutes),
      ),
  },
  {
    at: ["/admin/intel/*"],
    load: () =>
      together(
        import("./intel/source-routes.ts").then((slice) => slice.sourceRoutes),
        import("./intel/feed-routes.ts").then((slice) => slice.feedRoutes),
        import("./intel/edition-routes.ts").then((slice) => slice.editionRoutes),
        import("./intel/explain-routes.ts").then((slice) => slice.explainRoutes),
      ),
  },
  {
    at: [`${TENANT}/intel/*`],
    load: async () => (await import("./intel/tenant-lists/routes.ts")).tenantListRoutes,
  },
  {
    at: [`${TENANT}/inspections/*`],
    load: async () => (await import("./inspection/record-routes.ts")).inspectionRoutes,
  },
];

import { Hono } from "hono";
import { ROUTES } from "../../src/access/index.ts";
import { FLEET_GROUPS } from "../../src/fleet-api.ts";
import { together } from "../../src/http/index.ts";
import { bouncerRoutes } from "../../src/intel/exports/bouncer-routes.ts";
import { exportRoutes } from "../../src/intel/exports/routes.ts";
import { EXPORT_SCOPES } from "../../src/intel/exports/scopes.ts";
import { lookupRoutes } from "../../src/intel/lookup-routes.ts";
import { antispamRoutes } from "../../src/inspection/routes.ts";
import { probeRoutes } from "../../src/probes.ts";
import type { Api } from "./api.ts";
import { FLEET_OPERATIONS, INTEL_OPERATIONS } from "./operations.ts";
import { readAccess } from "./read-access.ts";
import { FLEET_TAGS, INTEL_TAGS } from "./tags.ts";
import { WEBHOOKS } from "./webhooks.ts";

const FLEET_ABOUT = `Agents, AI, detection dictionaries, field encryption, and the management of tenants beside them.

Bodies are JSON in UTF-8. Times are those of RFC 3339, with a capital \`T\` and \`Z\` and any offset; answers give them in UTC. Lists come in pages: \`page\` counts from 1, \`limit\` says how many items a page has. Every answer carries \`X-Request-Id\`; an error says it again in its body.

A tenant named in a path, a query or a body is a claim: it must be within the reach of the credential. An object of another tenant looks like one that does not exist.

This is for programs, not for pages of other sites: there are no CORS headers, because a credential in a page is everybody's. A body is sent as it is, without \`Content-Encoding\`. What a body has and no schema names is 400, where the schema is closed; in a query it is passed over. An address has no slash at its end. 429 and 503 say in \`Retry-After\` how many seconds to wait; the same request may then be sent again.`;

const INTEL_ABOUT = `Reputation lookups and message inspection for a tenant's own systems.

Every request carries \`X-Tenant-ID\` and \`X-API-Key\`; a key unlocks the modules whose scopes it was given. Successful calls count against the tenant's monthly quota. Every answer carries \`X-Request-Id\`; quote it to us.

An error has its status and a message for people, and nothing else to tell it by: 401 is the credential, 403 the scope, 429 the quota or the rate. 429 and 503 say in \`Retry-After\` how many seconds to wait; of a 429 \`RateLimit\` names the limit, \`"month"\` where the quota is used up and \`"burst"\` where calls come too fast. Whether to let through what could not be asked about is for the caller to decide beforehand.

This is for programs, not for pages of other sites: there are no CORS headers, because a key in a page is everybody's. A body is sent as it is, without \`Content-Encoding\`. A parameter is given once; one that is not named here is passed over. An address has no slash at its end.`;

/** The statuses that an admitted key may get. */
const ADMITTED = [200, 201, 304, 400, 403, 408, 409, 413, 415, 422, 429, 500, 503];
const QUOTA = ["RateLimit", "RateLimit-Policy"];

const fleetRoutes = await together(...FLEET_GROUPS.map((group) => group.load()));

/** The two APIs, by the names under which they are published. */
export const APIS: Record<string, Api> = {
  fleet: {
    title: "Rampart fleet API",
    version: "0.0.1",
    description: FLEET_ABOUT,
    server: { url: "/", description: "The service that publishes this description." },
    tags: FLEET_TAGS,
    errors: "full",
    everywhere: [],
    headers: { 401: ["WWW-Authenticate"] },
    webhooks: WEBHOOKS,
    app: new Hono().route("/", probeRoutes).route("/", fleetRoutes),
    operations: FLEET_OPERATIONS,
    accessOf: (method, path) => readAccess(ROUTES, method, path),
  },
  "threat-intel": {
    title: "Rampart threat-intelligence API",
    version: "1.0.0",
    description: INTEL_ABOUT,
    server: { url: "/api/v1", description: "The service that publishes this description." },
    tags: INTEL_TAGS,
    errors: "bare",
    everywhere: [429, 503],
    headers: {
      ...Object.fromEntries(ADMITTED.map((status) => [status, QUOTA])),
      401: ["WWW-Authenticate"],
    },
    app: new Hono()
      .route("/", lookupRoutes)
      .route("/", antispamRoutes)
      .route("/", exportRoutes)
      .route("/", bouncerRoutes),
    operations: INTEL_OPERATIONS,
    accessOf: (_method, path) => {
      const scopes: Readonly<Record<string, string>> = EXPORT_SCOPES;
      const permissions = [scopes[path] ?? path.slice(1)];
      const basic = { schemes: ["basic"], permissions } as const;
      const headers = { schemes: ["tenantId", "apiKey"], permissions } as const;
      const bouncer = { schemes: ["bouncerKey"], permissions } as const;
      return { credentials: path in EXPORT_SCOPES ? [headers, basic, bouncer] : [headers] };
    },
  },
};

import { Hono } from "hono";
import { getPath } from "hono/utils/url";
import type { LateGroup } from "./http/index.ts";

export const INTEL_PREFIX = "/api/v1";
const LOCAL_API = /^\/v1\/(?:decisions|usage-metrics)/;

/** The threat-intelligence API. Each of its routes stands behind the gate (docs/gate.md). */
export const INTEL_GROUPS: readonly LateGroup[] = [
  {
    at: ["urlsearch", "ipsearch", "dnssearch", "darkweb"].map(
      (module) => `${INTEL_PREFIX}/${module}`,
    ),
    load: async () => {
      const { lookupRoutes } = await import("./intel/lookup-routes.ts");
      return new Hono().route(INTEL_PREFIX, lookupRoutes);
    },
  },
  {
    at: [`${INTEL_PREFIX}/antispam`],
    load: async () => {
      const { antispamRoutes } = await import("./inspection/routes.ts");
      return new Hono().route(INTEL_PREFIX, antispamRoutes);
    },
  },
  {
    at: [`${INTEL_PREFIX}/exports/*`],
    load: async () => {
      const { exportRoutes } = await import("./intel/exports/routes.ts");
      return new Hono().route(INTEL_PREFIX, exportRoutes);
    },
  },
  {
    at: [`${INTEL_PREFIX}/decisions/*`, `${INTEL_PREFIX}/usage-metrics`],
    load: async () => {
      const { bouncerRoutes } = await import("./intel/exports/bouncer-routes.ts");
      return new Hono().route(INTEL_PREFIX, bouncerRoutes);
    },
  },
];

const COLON = /%3a/gi;

/**
 * Gives the path that is matched with the routes. CrowdSec's bouncers leave out `/api`, and many
 * clients escape the colon in a route's name.
 */
export function pathOf(request: Pick<Request, "url">): string {
  const read = getPath(request as Request);
  const path = read.includes("%") ? read.replaceAll(COLON, ":") : read;
  return path.startsWith("/v1/") && LOCAL_API.test(path) ? `/api${path}` : path;
}

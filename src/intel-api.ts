import { Hono } from "hono";
import { getPath } from "hono/utils/url";
import type { LateGroup } from "./http/index.ts";

const PREFIX = "/api/v1";
const LOCAL_API = /^\/v1\/(?:decisions|usage-metrics)/;

/** The threat-intelligence API. Each of its routes stands behind the gate (docs/gate.md). */
export const INTEL_GROUPS: readonly LateGroup[] = [
  {
    at: ["urlsearch", "ipsearch", "dnssearch", "darkweb"].map((module) => `${PREFIX}/${module}`),
    load: async () => {
      const { lookupRoutes } = await import("./intel/lookup-routes.ts");
      return new Hono().route(PREFIX, lookupRoutes);
    },
  },
  {
    at: [`${PREFIX}/antispam`],
    load: async () => {
      const { antispamRoutes } = await import("./inspection/routes.ts");
      return new Hono().route(PREFIX, antispamRoutes);
    },
  },
  {
    at: [`${PREFIX}/exports/*`],
    load: async () => {
      const { exportRoutes } = await import("./intel/exports/routes.ts");
      return new Hono().route(PREFIX, exportRoutes);
    },
  },
  {
    at: [`${PREFIX}/decisions/*`, `${PREFIX}/usage-metrics`],
    load: async () => {
      const { bouncerRoutes } = await import("./intel/exports/bouncer-routes.ts");
      return new Hono().route(PREFIX, bouncerRoutes);
    },
  },
];

/** CrowdSec's bouncers ask at the root of the address that they are given. */
export function pathOf(request: Request): string {
  const path = getPath(request);
  return LOCAL_API.test(path) ? `/api${path}` : path;
}

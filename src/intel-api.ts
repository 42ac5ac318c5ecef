import { Hono } from "hono";
import { getPath } from "hono/utils/url";
import { exportRoutes, lookupRoutes } from "./intel/index.ts";
import { antispamRoutes } from "./inspection/index.ts";
import type { Rampart } from "./platform/index.ts";

const DECISIONS = "/v1/decisions";

/** Everything of the threat-intelligence API. Each route stands behind the gate (docs/gate.md). */
export const intelApi = new Hono<Rampart>();

intelApi.route("/api/v1", lookupRoutes);
intelApi.route("/api/v1", antispamRoutes);
intelApi.route("/api/v1", exportRoutes);

/** CrowdSec's bouncers ask at the root of the address that they are given. */
export function pathOf(request: Request): string {
  const path = getPath(request);
  return path.startsWith(DECISIONS) ? `/api${path}` : path;
}

import { Hono } from "hono";
import { lookupRoutes } from "./intel/index.ts";
import type { Rampart } from "./platform/index.ts";

/** Everything of the threat-intelligence API. Each route stands behind the gate (docs/gate.md). */
export const intelApi = new Hono<Rampart>();

intelApi.route("/api/v1", lookupRoutes);

import { Hono } from "hono";
import * as z from "zod";
import { json } from "./http/index.ts";
import { operation } from "./http/contract/index.ts";
import { shareReadiness, type Rampart } from "./platform/index.ts";

const tags = ["Probes"];
const up = z.strictObject({ status: z.literal("ok") });
const part = z.enum(["ok", "failed"]);
const ready = z
  .strictObject({
    status: z.enum(["ready", "unavailable"]),
    parts: z.strictObject({ database: part, object: part, files: part }),
  })
  .meta({ id: "Readiness" });

/** `/healthz` says that the code runs; `/readyz` tries the stores that it needs. */
export const probeRoutes = new Hono<Rampart>();

probeRoutes.get(
  "/healthz",
  operation({
    operationId: "getHealth",
    summary: "Whether the Worker runs",
    tags,
    responses: { 200: { description: "It runs", schema: up } },
  }),
  (c) => json(c, { status: "ok" }),
);

probeRoutes.get(
  "/readyz",
  operation({
    operationId: "getReadiness",
    summary: "Whether D1, Durable Objects and R2 answer",
    tags,
    responses: {
      200: { description: "All of them do", schema: ready },
      503: { description: "At least one does not", schema: ready, headers: ["Retry-After"] },
    },
  }),
  async (c) => {
    const outlive = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
    const parts = await shareReadiness({ env: c.env, platform: c.get("platform"), outlive });
    const failed = Object.values(parts).includes("failed");
    if (!failed) return json(c, { status: "ready", parts });
    return json(c, { status: "unavailable", parts }, 503, { "retry-after": "5" });
  },
);

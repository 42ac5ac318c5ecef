import { Hono } from "hono";
import { json } from "./http/index.ts";
import { operation } from "./http/contract/index.ts";
import { shareReadiness, surroundingsOf, type Rampart } from "./platform/index.ts";

/** `/healthz` says that the code runs; `/readyz` tries the stores that it needs. */
export const probeRoutes = new Hono<Rampart>();

probeRoutes.get("/healthz", operation({ operationId: "getHealth" }), (c) =>
  json(c, { status: "ok" }),
);

probeRoutes.get("/readyz", operation({ operationId: "getReadiness" }), async (c) => {
  const parts = await shareReadiness(surroundingsOf(c));
  const failed = Object.values(parts).includes("failed");
  if (!failed) return json(c, { status: "ready", parts });
  return json(c, { status: "unavailable", parts }, 503, { "retry-after": "5" });
});

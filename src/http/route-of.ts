import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import type { RouterRoute } from "hono/types";

/** The first route that matches is the one that answers: /agents/me goes before /agents/:id. */
export function routeOf(c: Context): RouterRoute | undefined {
  return matchedRoutes(c).find(({ method }) => method !== "ALL");
}

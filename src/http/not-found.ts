import type { Context, Hono } from "hono";
import type { RouterRoute } from "hono/types";
import { Problem } from "./problem.ts";
import { refuse, type Refusal } from "./refusal.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

type AnyApp = Hono<{ Bindings: Cloudflare.Env }>;

/** 405 with Allow where the path is known under another method, else 404. */
export function refuseUnknown(app: AnyApp, c: Context): Problem {
  const [route, ...others] = METHODS.flatMap((method) => routeAt(app, method, c.req.path) ?? []);
  if (route === undefined) {
    return new Problem(refuse(404, "not_found", "There is nothing at this address."));
  }
  c.get("call").about.route = route.path;
  const allowed: string[] = [route, ...others].map(({ method }) => method);
  if (allowed.includes("GET")) allowed.splice(1, 0, "HEAD");
  return new Problem(refuseMethod(allowed.join(", ")));
}

export function refuseMethod(allow: string): Refusal {
  return refuse(405, "method_not_allowed", `This address answers ${allow}.`, {
    headers: { allow },
  });
}

function routeAt(app: AnyApp, method: string, path: string): RouterRoute | undefined {
  const [handlers] = app.router.match(method, path);
  return handlers.find(([entry]) => entry[1].method === method)?.[0][1];
}

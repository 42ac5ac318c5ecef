import type { Context, Hono } from "hono";
import { Problem } from "./problem.ts";
import { refuse, type Refusal } from "./refusal.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

type AnyApp = Hono<{ Bindings: Cloudflare.Env }>;

/** 405 with Allow where the path is known under another method, else 404. */
export function refuseUnknown(app: AnyApp, c: Context): Problem {
  const allowed = methodsOf(app, c.req.path);
  if (allowed.length === 0) {
    return new Problem(refuse(404, "not_found", "There is nothing at this address."));
  }
  return new Problem(refuseMethod(allowed.join(", ")));
}

export function refuseMethod(allow: string): Refusal {
  return refuse(405, "method_not_allowed", `This address answers ${allow}.`, {
    headers: { allow },
  });
}

function methodsOf(app: AnyApp, path: string): string[] {
  const found: string[] = METHODS.filter((method) => hasRoute(app, method, path));
  if (found.includes("GET")) found.splice(1, 0, "HEAD");
  return found;
}

function hasRoute(app: AnyApp, method: string, path: string): boolean {
  const [handlers] = app.router.match(method, path);
  return handlers.some(([entry]) => entry[1].method === method);
}

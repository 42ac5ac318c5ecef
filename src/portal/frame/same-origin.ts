import type { MiddlewareHandler } from "hono";
import { Problem, refuse } from "../../http/index.ts";

const SAFE = new Set(["GET", "HEAD"]);

/**
 * Lets a change through only if the browser says that our own page sent it. It checks every content
 * type, because a form can post text/plain and a script anything.
 */
export const sameOrigin: MiddlewareHandler = async (c, next) => {
  if (!SAFE.has(c.req.method) && !fromHere(c.req.raw)) {
    throw new Problem(refuse(403, "cross_site", "This must be sent from a page of the portal."));
  }
  return next();
};

function fromHere(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return request.headers.get("origin") === new URL(request.url).origin;
}

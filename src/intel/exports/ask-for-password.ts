import type { MiddlewareHandler } from "hono";
import { challengeOf } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";

const message = "A valid X-Tenant-ID with a valid X-API-Key is needed, or both by HTTP Basic.";

/** Many programs send name and password only after a 401 that asks for Basic (RFC 9110, 15.5.2). */
export const askForPassword: MiddlewareHandler<Rampart> = async (c, next) => {
  await next();
  if (c.res.status !== 401) return;
  c.res.headers.set("www-authenticate", challengeOf("Basic"));
  c.res = Response.json({ statusCode: 401, message }, c.res);
};

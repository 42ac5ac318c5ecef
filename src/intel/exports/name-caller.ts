import type { MiddlewareHandler } from "hono";
import { replaceHeaders } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";

const BASIC = /^Basic\s+([A-Za-z0-9+/=]+)$/i;
/** Tenants and keys have no other characters. Some of the others no header can hold. */
const PAIR = /^([!-9;-~]+):([!-~]*)$/;

/**
 * Sets the two headers of the gate for programs that cannot send them: firewalls send a name and a
 * password (tenant and key), and bouncers one key ("tenant:key"). The gate then checks them as always.
 */
export const nameCaller: MiddlewareHandler<Rampart> = (c, next) => {
  if (c.req.header("x-tenant-id") !== undefined) return next();
  const pair = fromBasic(c.req.header("authorization")) ?? c.req.header("x-api-key");
  const [, tenantId, key = ""] = PAIR.exec(pair ?? "") ?? [];
  if (tenantId === undefined) return next();
  const headers = new Headers(c.req.raw.headers);
  headers.set("x-tenant-id", tenantId);
  headers.set("x-api-key", key);
  // Some bouncers send no Content-Type, because CrowdSec does not check it.
  headers.set("content-type", "application/json");
  replaceHeaders(c, headers);
  return next();
};

function fromBasic(authorization: string | undefined): string | undefined {
  const encoded = BASIC.exec(authorization ?? "")?.[1];
  if (encoded === undefined) return undefined;
  try {
    return atob(encoded);
  } catch {
    return undefined;
  }
}

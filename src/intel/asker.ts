import type { Context } from "hono";
import { surroundingsOf, type Rampart, type RequestSurroundings } from "../platform/index.ts";

/** What a look-up needs to know of the request that it serves. */
export interface Asker extends RequestSurroundings {
  /** Undefined for an operator who asks for no tenant. */
  tenantId: string | undefined;
}

/** The asker of a route behind the gate. */
export function askerOf(c: Context<Rampart>): Asker {
  return askerFor(c, c.get("admission").tenantId);
}

export function askerFor(c: Context<Rampart>, tenantId: string | undefined): Asker {
  const { env, platform, outlive } = surroundingsOf(c);
  return { env, platform, outlive, tenantId };
}

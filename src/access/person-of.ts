import type { Context } from "hono";
import { Problem, refuse } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";
import { isPerson, type Doer, type Person } from "./principal.ts";

/** The caller of a route that the table allows only to people. */
export function personOf(c: Context<Rampart>): Person {
  const principal = c.get("principal");
  if (isPerson(principal)) return { ...principal, requestId: c.get("call").id };
  throw new Problem(refuse(403, "permission_denied", "Only people may do this."));
}

/** The caller, person or not, for the audit log. */
export function doerOf(c: Context<Rampart>): Doer {
  return { subject: c.get("principal").subject, requestId: c.get("call").id };
}

import type { Context } from "hono";
import { Problem, refuse } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { tenantOf } from "../caller.ts";
import { EVERYBODY } from "./well-known.ts";

/**
 * The owner of the prompts that a request names: a tenant that the caller may reach, or `*`, which only
 * operators may name.
 */
export async function ownerOf(
  c: Context<Rampart>,
  named: string,
  claim = tenantOf,
): Promise<string> {
  if (named !== EVERYBODY) return claim(c, named);
  if (c.get("principal").reach === "all") return EVERYBODY;
  throw new Problem(
    refuse(403, "tenant_forbidden", "Only operators reach what is for all tenants."),
  );
}

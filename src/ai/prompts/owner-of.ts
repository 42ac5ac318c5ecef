import type { Context } from "hono";
import { Problem, refuse } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { tenantOf } from "../caller.ts";
import { EVERYBODY } from "./well-known.ts";

/** Whose prompts a request names: a tenant's within reach, or, for operators, those of all. */
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

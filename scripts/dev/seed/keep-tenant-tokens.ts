import * as z from "zod";
import { PERMISSIONS_OF } from "../../../src/access/permissions.ts";
import type { Seeding } from "../seed.ts";
import { DEMO, OTHER } from "./keep-tenants.ts";

const issued = z.object({ token: z.string() });

/** Keeps or makes a bearer token for each tenant, with the permissions of its owner. */
export async function keepTenantTokens(seeding: Seeding) {
  const { tenantToken, otherTenantToken } = seeding.kept;
  return {
    tenantToken: await keepToken(seeding, DEMO, tenantToken),
    otherTenantToken: await keepToken(seeding, OTHER, otherTenantToken),
  };
}

async function keepToken(
  { call, closed }: Seeding,
  tenantId: string,
  known?: string,
): Promise<string> {
  if (closed.has(tenantId)) return "";
  if (known !== undefined) {
    const { status } = await call("GET", `/admin/tenants/${tenantId}`, { token: known });
    if (status === 200) return known;
  }
  const body = {
    name: `Owner of ${tenantId}`,
    permissions: PERMISSIONS_OF.owner,
    tenants: [tenantId],
  };
  return (await call("POST", "/admin/tokens", { body })).read(issued).token;
}

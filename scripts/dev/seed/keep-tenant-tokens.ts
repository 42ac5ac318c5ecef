import * as z from "zod";
import { PERMISSIONS_OF } from "../../../src/access/permissions.ts";
import type { Seeding } from "../seed.ts";
import { keepCredential } from "./keep-credential.ts";
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

function keepToken(seeding: Seeding, tenantId: string, known?: string): Promise<string> {
  const { call } = seeding;
  const counts = async (token: string) =>
    (await call("GET", `/admin/tenants/${tenantId}`, { token })).status === 200;
  const make = async () => {
    const permissions = PERMISSIONS_OF.owner;
    const body = { name: `Owner of ${tenantId}`, permissions, tenants: [tenantId] };
    return (await call("POST", "/admin/tokens", { body })).read(issued).token;
  };
  return keepCredential(seeding, { tenantId, known, counts, make });
}

import * as z from "zod";
import { PERMISSIONS_OF } from "../../../src/access/permissions.ts";
import type { Seeding } from "../seed.ts";
import { keepCredential } from "./keep-credential.ts";
import { DEMO, OTHER } from "./keep-tenants.ts";

const issued = z.object({ token: z.string() });
const listed = z.object({
  items: z.array(z.object({ id: z.string(), permissions: z.array(z.string()) })),
});

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
  const permissions = PERMISSIONS_OF.owner;
  const counts = async (token: string) => {
    if ((await call("GET", `/admin/tenants/${tenantId}`, { token })).status !== 200) return false;
    const { items } = (await call("GET", "/admin/tokens?limit=100")).read(listed);
    const own = items.find(({ id }) => token.startsWith(`rmp_pat_${id}`));
    return own !== undefined && permissions.every((each) => own.permissions.includes(each));
  };
  const make = async () => {
    const body = { name: `Owner of ${tenantId}`, permissions, tenants: [tenantId] };
    return (await call("POST", "/admin/tokens", { body })).read(issued).token;
  };
  return keepCredential(seeding, { tenantId, known, counts, make });
}

import type { Person } from "../access/principal.ts";
import { refuse, type Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { statusOfEach } from "./store.ts";

/**
 * Refuses unknown tenants for a credential: most likely typing errors. Only a caller who reaches all
 * tenants is told; for others every tenant out of reach is refused later, known or not.
 */
export async function checkTenantsExist(
  db: Database,
  { reach }: Person,
  tenants: readonly string[] | undefined,
): Promise<Refusal | undefined> {
  if (tenants === undefined || reach !== "all") return undefined;
  const known = await statusOfEach(db, tenants);
  const unknown = tenants.filter((tenantId) => !known.has(tenantId));
  if (unknown.length === 0) return undefined;
  return refuse(400, "unknown_tenant", `There is no tenant "${unknown[0]}".`, {
    details: unknown.map((tenantId) => ({
      path: "tenants",
      message: `"${tenantId}" is no tenant`,
    })),
  });
}

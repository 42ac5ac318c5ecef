import { and, eq, isNull } from "drizzle-orm";
import { refuse, type Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { auditIfChanged, doneBy } from "./audit.ts";
import { onlyTenant, reaches } from "./claim-tenant.ts";
import type { Person } from "./principal.ts";
import { accessTokens, serviceKeys } from "./tables.ts";

type Kind = "token" | "service_key";

const TABLES = { token: accessTokens, service_key: serviceKeys };

/** Ends a credential for good. Isolates that remember it forget it within `CREDENTIAL_TTL_MS`. */
export async function revokeCredential(
  db: Database,
  kind: Kind,
  id: string,
  by: Person,
  now: number,
): Promise<void | Refusal> {
  const table = TABLES[kind];
  const [row] = await db.select({ tenants: table.tenants }).from(table).where(eq(table.id, id));
  if (row === undefined || !mayEnd(by, row.tenants)) {
    return refuse(404, "not_found", `There is no such ${kind.replace("_", " ")}.`);
  }
  const end = db
    .update(table)
    .set({ revokedAt: now })
    .where(and(eq(table.id, id), isNull(table.revokedAt)));
  const tenantId = onlyTenant(row.tenants);
  const trace = { at: now, ...doneBy(by), action: `${kind}.revoked`, tenantId, target: id };
  await db.batch([end, auditIfChanged(db, trace)]);
}

function mayEnd(by: Person, tenants: string[] | null): boolean {
  if (tenants === null) return by.reach === "all";
  return tenants.every((tenantId) => reaches(by.reach, tenantId));
}

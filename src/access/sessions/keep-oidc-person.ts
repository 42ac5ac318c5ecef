import { refuse, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import type { Role } from "../permissions.ts";
import { people } from "../tables.ts";

/** Somebody as an identity provider describes him; it is the truth at each sign-in. */
export interface OidcPerson {
  personId: string;
  name: string;
  role: Role;
  /** Null: all of them. */
  tenants: string[] | null;
  issuer: string;
}

/** Makes the person, or takes over what changed; whoever was removed here stays out. */
export async function keepOidcPerson(
  db: Database,
  { personId, name, role, tenants, issuer }: OidcPerson,
  now: number,
): Promise<string | Refusal> {
  const [row] = await db
    .insert(people)
    .values({ id: personId, name, role, tenants, createdBy: `oidc:${issuer}`, createdAt: now })
    .onConflictDoUpdate({ target: people.id, set: { name, role, tenants } })
    .returning({ disabledAt: people.disabledAt });
  if (row?.disabledAt === null) return personId;
  return refuse(403, "permission_denied", "This person was removed.");
}

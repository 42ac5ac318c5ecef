import type { Database } from "../platform/index.ts";
import { reaches } from "./claim-tenant.ts";
import { findToken } from "./credential-store.ts";
import { personOfToken } from "./person-of-token.ts";
import type { Permission } from "./permissions.ts";
import { OIDC_SUBJECT, TOKEN_SUBJECT } from "./principal.ts";
import { isRemoved } from "./removed-people.ts";

/**
 * Whether a caller who was let in a moment ago still would be, asked from the database. A person of
 * an OIDC issuer is only checked for having been removed here.
 */
export async function mayStill(
  db: Database,
  { subject, personId }: { subject: string; personId?: string | undefined },
  may: { tenantId: string; permission: Permission },
  now: number,
): Promise<boolean> {
  if (personId !== undefined && (await isRemoved(db, personId, now, true))) return false;
  if (!subject.startsWith(TOKEN_SUBJECT)) return subject.startsWith(OIDC_SUBJECT);
  const row = await findToken(db, subject.slice(TOKEN_SUBJECT.length));
  const person = row && personOfToken(row, now);
  if (person === undefined) return false;
  return reaches(person.reach, may.tenantId) && person.permissions.has(may.permission);
}

import { given, type Database } from "../platform/index.ts";
import { reaches } from "./claim-tenant.ts";
import { findToken } from "./credential-store.ts";
import { personOfToken } from "./person-of-token.ts";
import type { Permission } from "./permissions.ts";
import { OIDC_SUBJECT, TOKEN_SUBJECT } from "./principal.ts";
import { isShutOut } from "./shut-out-people.ts";

/** A caller as a token of ours names one that was made a moment ago. */
interface Vouched {
  subject: string;
  personId?: string | undefined;
  vouchedAt?: number | undefined;
}

/**
 * Whether a caller who was let in a moment ago still would be, asked from the database. A person of
 * an OIDC issuer is only checked for having been removed here, or withdrawn since.
 */
export async function mayStill(
  db: Database,
  { subject, personId, vouchedAt }: Vouched,
  may: { tenantId: string; permission: Permission },
  now: number,
): Promise<boolean> {
  if (personId !== undefined) {
    const named = { personId, ...given({ vouchedAt }) };
    if (await isShutOut(db, named, now, true)) return false;
  }
  if (!subject.startsWith(TOKEN_SUBJECT)) return subject.startsWith(OIDC_SUBJECT);
  const row = await findToken(db, subject.slice(TOKEN_SUBJECT.length));
  const person = row && personOfToken(row, now);
  if (person === undefined) return false;
  return reaches(person.reach, may.tenantId) && person.permissions.has(may.permission);
}

/**
 * What a key or token is good for: it opens what it was made for; it does not at the moment, but will
 * again once its person or tenant is let in; or it never will.
 */
export type CredentialState = "works" | "waits" | "ended";

interface Standing {
  /** When it ended for good before its time. */
  goneAt: number | null;
  expiresAt: number | null;
  /** Its tenants that are neither erased nor left by its person; null for all tenants. */
  tenantsLeft: readonly string[] | null;
  isAway?: boolean;
}

/** Without an end it works until revoked. */
export function stateOf(
  { goneAt, expiresAt, tenantsLeft, isAway = false }: Standing,
  now: number,
): CredentialState {
  if (goneAt !== null || (expiresAt ?? Infinity) <= now || tenantsLeft?.length === 0) {
    return "ended";
  }
  return isAway ? "waits" : "works";
}

import { PERMISSIONS_OF, ROLES } from "../access/permissions.ts";
import { isPerson, type Principal } from "../access/principal.ts";
import type { Viewer } from "./knowledge/acl.ts";

/** What the entries of an acl begin with. */
export const USER = "user:";
export const ROLE = "role:";

/**
 * Whom a caller is for the acl of a document. A person of the tenant has each role of which the
 * credential has all permissions, so a higher role has the lower ones too.
 */
export function principalsOf(principal: Principal): string[] {
  if (!isPerson(principal)) return [];
  const { kind, personId, permissions } = principal;
  if (personId === undefined) return [];
  const roles = (kind === "member" ? ROLES : []).filter((role) =>
    PERMISSIONS_OF[role].every((each) => permissions.has(each)),
  );
  return [`${USER}${personId}`, ...roles.map((role) => `${ROLE}${role}`)];
}

/** Whoever manages documents sees all of them in the lists. Others see what they may find. */
export function viewerOf(principal: Principal): Viewer {
  if (isPerson(principal) && principal.permissions.has("ai:write")) return "manager";
  return principalsOf(principal);
}

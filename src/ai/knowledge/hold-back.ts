import { ROLES } from "../../access/permissions.ts";
import { ROLE } from "../principals-of.ts";
import { aclOf, isSameAcl, type Acl } from "./acl.ts";
import type { Place } from "./move-document.ts";
import { findByExternalId } from "./read-documents.ts";
import { restrictedSql } from "./restricted-tables.ts";
import type { Sql } from "./sql.ts";

/** From the lowest on: a higher role is also each lower one. */
const BY_ROLE = ROLES.map((role) => `${ROLE}${role}`);

/**
 * The place of a long text that is also for people who do not find the version that is there. Until the
 * text is indexed, those whom both acls name find that version. Undefined if nothing is held back.
 */
export function holdBack(
  sql: Sql,
  { externalId, hash }: { externalId: string | null; hash: string },
  acl: Acl,
): Place | undefined {
  if (externalId === null) return undefined;
  const restricted = restrictedSql(sql);
  const standing = findByExternalId(restricted, externalId);
  if (standing === undefined || standing.version === 0 || standing.hash === hash) return undefined;
  // A version without acl may have written the name once more: one of the two has to go now.
  if (findByExternalId(sql, externalId) !== undefined) return undefined;
  const before = aclOf(sql, standing.id) ?? [];
  if (acl?.every((one) => letsIn(before, one)) === true) return undefined;
  const both = acl === null ? before : inBoth(before, acl);
  return { sql: restricted, moved: !isSameAcl(before, both), acl: both };
}

function inBoth(some: readonly string[], others: readonly string[]): string[] {
  const both = [
    ...some.filter((one) => letsIn(others, one)),
    ...others.filter((one) => letsIn(some, one)),
  ];
  return [...new Set(both)].toSorted();
}

function letsIn(acl: readonly string[], principal: string): boolean {
  const lower = BY_ROLE.slice(0, Math.max(0, BY_ROLE.indexOf(principal)));
  return [principal, ...lower].some((one) => acl.includes(one));
}

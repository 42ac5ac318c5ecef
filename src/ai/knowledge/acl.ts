import { restrictedSql } from "./restricted-tables.ts";
import type { Sql } from "./sql.ts";

/** The principals who find a document, sorted; null: everybody of the tenant. */
export type Acl = readonly string[] | null;

/** Who asks: the principals that the caller is, or "manager" for whoever manages all documents. */
export type Viewer = readonly string[] | "manager";

/** Restricted documents as one caller finds them. */
export interface Restricted {
  sql: Sql;
  /** The caller's principals, as JSON. */
  who: string;
}

/** A condition for documents that one of the principals in a JSON parameter may find. */
export const SEEN = `IN (SELECT document_id FROM restricted_to
  WHERE principal IN (SELECT value FROM json_each(?)))`;

/** The restricted documents that this caller finds; undefined if there are none. */
export function restrictedFor(
  sql: Sql,
  viewer: readonly string[] | undefined,
): Restricted | undefined {
  if (viewer === undefined || viewer.length === 0) return undefined;
  const who = JSON.stringify(viewer);
  const some =
    "SELECT 1 FROM restricted_to WHERE principal IN (SELECT value FROM json_each(?)) LIMIT 1";
  return sql.all(some, who).length === 0 ? undefined : { sql: restrictedSql(sql), who };
}

export function aclOf(sql: Sql, id: string): Acl {
  const rows = sql.all<{ principal: string }>(
    "SELECT principal FROM restricted_to WHERE document_id = ? ORDER BY principal",
    id,
  );
  return rows.length === 0 ? null : rows.map(({ principal }) => principal);
}

export function setAcl(sql: Sql, id: string, acl: Acl): void {
  sql.all("DELETE FROM restricted_to WHERE document_id = ?", id);
  if (acl === null) return;
  sql.all(
    "INSERT INTO restricted_to (document_id, principal) SELECT ?, value FROM json_each(?)",
    id,
    JSON.stringify(acl),
  );
}

export function isSameAcl(one: Acl, other: Acl): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function maySee(sql: Sql, id: string, viewer: Viewer): boolean {
  if (viewer === "manager") return true;
  return (aclOf(sql, id) ?? []).some((one) => viewer.includes(one));
}

import type { Refusal } from "../../http/index.ts";
import { aclOf, isSameAcl, type Acl } from "./acl.ts";
import { findByExternalId, readBody, refuseMore } from "./read-documents.ts";
import { refuseName } from "./refuse-name.ts";
import { restrictedSql } from "./restricted-tables.ts";
import type { Sql } from "./sql.ts";
import { takeOut } from "./take-out.ts";
import { insertRow, writeDocument } from "./write-document.ts";
import type { Danger } from "./write-pieces.ts";

/** The tables that a document is written to, and its acl there. */
export interface Place {
  sql: Sql;
  /** Whether the document had another acl before. */
  moved: boolean;
  acl: Acl;
  /** The upload that was on its way to that document. */
  dropped?: string | undefined;
}

interface Moving {
  externalId: string | null;
  acl: Acl;
  now: number;
}

/** The tables for documents with this acl. */
export function tablesFor(sql: Sql, acl: Acl): Sql {
  return acl === null ? sql : restrictedSql(sql);
}

/**
 * Moves a document with its text to the tables for its new acl, if it is in the others. The caller sets
 * the acl itself, once nothing is refused.
 */
export function moveDocument(
  sql: Sql,
  { externalId, acl, now }: Moving,
  scan: (text: string) => Danger,
): Place | Refusal {
  const target = tablesFor(sql, acl);
  const other = acl === null ? restrictedSql(sql) : sql;
  const stays = { sql: target, moved: false, acl };
  if (externalId === null) return stays;
  const there = findByExternalId(target, externalId);
  const before = findByExternalId(other, externalId);
  if (before === undefined) {
    if (there === undefined) return refuseName(other, externalId) ?? stays;
    return { ...stays, moved: !isSameAcl(aclOf(sql, there.id), acl) };
  }
  // A version without acl may have written the same name once more: then both are there.
  const full = refuseMore(target, there === undefined ? before.chunks : 0);
  if (full !== undefined) return full;
  const text = readBody(other, before.id);
  const { dropped } = takeOut(other, before.id);
  if (there === undefined) {
    const row = { ...before, updated_at: now };
    if (before.version === 0) insertRow(target, row);
    else writeDocument(target, { ...row, text }, scan);
  }
  return { ...stays, moved: true, dropped };
}

import type { Refusal } from "../../http/index.ts";
import { aclOf, isSameAcl, setAcl, type Acl } from "./acl.ts";
import { findByExternalId, readBody, refuseMore } from "./read-documents.ts";
import { refuseName } from "./refuse-name.ts";
import { restrictedSql } from "./restricted-tables.ts";
import type { Sql } from "./sql.ts";
import { takeOut } from "./take-out.ts";
import { insertRow, writeDocument } from "./write-document.ts";
import type { Danger } from "./write-pieces.ts";

/** Where a document that is written has its place. */
export interface Place {
  sql: Sql;
  /** Whether a document stood there for others before. */
  moved: boolean;
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
 * Brings a document that stands for others to where its new acl has it, text and all, so that the acl
 * counts at once, even if a new text takes its time.
 */
export function moveDocument(
  sql: Sql,
  { externalId, acl, now }: Moving,
  scan: (text: string) => Danger,
): Place | Refusal {
  const target = tablesFor(sql, acl);
  const other = acl === null ? restrictedSql(sql) : sql;
  const stays = { sql: target, moved: false };
  if (externalId === null) return stays;
  const there = findByExternalId(target, externalId);
  const before = findByExternalId(other, externalId);
  if (before === undefined) {
    if (there === undefined) return refuseName(other, externalId) ?? stays;
    if (isSameAcl(aclOf(sql, there.id), acl)) return stays;
    setAcl(sql, there.id, acl);
    return { sql: target, moved: true };
  }
  if (there === undefined) {
    const full = refuseMore(target, before.chunks);
    if (full !== undefined) return full;
  }
  const text = readBody(other, before.id);
  const { dropped } = takeOut(other, before.id);
  // A version without acl may have written the same name once more.
  if (there !== undefined) setAcl(sql, there.id, acl);
  else {
    const row = { ...before, updated_at: now };
    if (before.version === 0) insertRow(target, row);
    else writeDocument(target, { ...row, text }, scan);
    setAcl(sql, before.id, acl);
  }
  return { sql: target, moved: true, dropped };
}

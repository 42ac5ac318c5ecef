import { refuse, type Refusal } from "../../http/index.ts";
import { findDocument } from "./read-documents.ts";
import type { Sql } from "./sql.ts";

/**
 * Refuses a name that is another document's id: reading or deleting by this name would find that one.
 */
export function refuseName(sql: Sql, externalId: string | null): Refusal | undefined {
  if (externalId === null || findDocument(sql, externalId) === undefined) return undefined;
  return refuse(409, "name_taken", "Another document has this id.");
}

import { refuse, type Refusal } from "../../http/index.ts";
import { findDocument } from "./read-documents.ts";
import type { Sql } from "./sql.ts";

/** Under a name that is another document's id that one would be read and deleted. */
export function refuseName(sql: Sql, externalId: string | null): Refusal | undefined {
  if (externalId === null || findDocument(sql, externalId) === undefined) return undefined;
  return refuse(409, "name_taken", "Another document has this id.");
}

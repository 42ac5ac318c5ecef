import { makeTables } from "../../src/ai/knowledge/make-tables.ts";
import type { Sql } from "../../src/ai/knowledge/sql.ts";
import { writeDocument, type NewDocument } from "../../src/ai/knowledge/write-document.ts";
import { nodeSql } from "./node-sql.ts";

export function indexDocuments(documents: Iterable<NewDocument>): Sql {
  const sql = nodeSql();
  makeTables(sql);
  for (const document of documents) writeDocument(sql, document, () => ({ risk: 0, rules: [] }));
  return sql;
}

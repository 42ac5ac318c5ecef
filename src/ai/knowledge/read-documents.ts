import { refuse, type Refusal } from "../../http/index.ts";
import { mentionsIn } from "../../platform/index.ts";
import { SEEN, type Viewer } from "./acl.ts";
import { BUILTIN_SOURCE } from "./builtin-names.ts";
import type { Sql, SqlValue } from "./sql.ts";
import type { DocumentRow } from "./write-document.ts";

/** The most pieces of one tenant: its store holds ten gigabytes, and a search stays fast up to here. */
export const MOST_CHUNKS = 250_000;
/** How many expired documents one call removes to make room. A call brings one new document. */
const MOST_EXPIRED = 20;

export interface Part {
  position: number;
  start: number;
  end: number;
  heading: string;
  risk: number;
  rules: string;
}

export type StoredDocument = DocumentRow & { parts: Part[] };

export interface DocumentFilter {
  status?: string | undefined;
  source?: string | undefined;
  tag?: string | undefined;
  /** What a document says of itself has this in it, in capitals or not. */
  q?: string | undefined;
  /** Who looks. Absent: only documents for everybody are listed. */
  viewer?: Viewer | undefined;
  /** The last document of the page before. `offset` counts from there. */
  after?: After | undefined;
  limit: number;
  offset: number;
}

export interface After {
  createdAt: number;
  id: string;
}

export function findDocument(sql: Sql, id: string): DocumentRow | undefined {
  return sql.all<DocumentRow>("SELECT * FROM documents WHERE id = ?", id)[0];
}

/** Finds a document by its id, or else by the name that its owner gave it. */
export function findNamed(sql: Sql, name: string): DocumentRow | undefined {
  return findDocument(sql, name) ?? findByExternalId(sql, name);
}

/** The text as it was indexed. */
export function readBody(sql: Sql, id: string): string {
  const parts = sql.all<{ text: string }>(
    `SELECT text FROM (SELECT 0 AS part, text FROM bodies WHERE document_id = ?
       UNION ALL SELECT part, text FROM body_parts WHERE document_id = ?) ORDER BY part`,
    id,
    id,
  );
  return parts.map(({ text }) => text).join("");
}

export function findByExternalId(sql: Sql, externalId: string): DocumentRow | undefined {
  return sql.all<DocumentRow>("SELECT * FROM documents WHERE external_id = ?", externalId)[0];
}

export function showChunks(sql: Sql, id: string): Part[] {
  return sql.all<Part>(
    `SELECT position, start, "end", heading, risk, rules FROM chunks
     WHERE document_id = ? ORDER BY position`,
    id,
  );
}

/** The number of documents without the product's own pages. */
export function countOwn(sql: Sql): number {
  const query = "SELECT count(*) AS own FROM documents WHERE source <> ?";
  return sql.all<{ own: number }>(query, BUILTIN_SOURCE)[0]?.own ?? 0;
}

const WITH_ACL = `SELECT *, NULL AS acl FROM documents UNION ALL
  SELECT *, (SELECT json_group_array(principal) FROM restricted_to WHERE document_id = id) AS acl
  FROM restricted_documents`;

/** What a viewer sees, as a part of a query, with its values. */
function seenBy(viewer: Viewer = []): { from: string; values: SqlValue[] } {
  if (viewer === "manager") return { from: `(${WITH_ACL})`, values: [] };
  if (viewer.length === 0) return { from: "documents", values: [] };
  return { from: `(${WITH_ACL} WHERE id ${SEEN})`, values: [JSON.stringify(viewer)] };
}

/** What a document is searched by in a list. Its own id is there for those who copy it from a log. */
const SAID =
  "(title || ' ' || source || ' ' || id || ' ' || ifnull(external_id, '') || ' ' || ifnull(url, '') || ' ' || tags)";

export function listDocuments(sql: Sql, filter: DocumentFilter) {
  const conditions: string[] = ["1"];
  const { from, values } = seenBy(filter.viewer);
  if (filter.status !== undefined) {
    conditions.push("status = ?");
    values.push(filter.status);
  }
  if (filter.source !== undefined) {
    conditions.push("source = ?");
    values.push(filter.source);
  }
  if (filter.tag !== undefined) {
    conditions.push("EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)");
    values.push(filter.tag);
  }
  if (filter.q !== undefined) {
    conditions.push(mentionsIn(SAID, filter.q));
    values.push(filter.q);
  }
  const where = conditions.join(" AND ");
  const [count] = sql.all<{ total: number }>(
    `SELECT count(*) AS total FROM ${from} WHERE ${where}`,
    ...values,
  );
  if (filter.after !== undefined) {
    const { createdAt, id } = filter.after;
    conditions.push("(created_at < ? OR (created_at = ? AND id > ?))");
    values.push(createdAt, createdAt, id);
  }
  const items = sql.all<DocumentRow>(
    `SELECT * FROM ${from} WHERE ${conditions.join(" AND ")} ORDER BY created_at DESC, id LIMIT ? OFFSET ?`,
    ...values,
    filter.limit,
    filter.offset,
  );
  return { items, total: count?.total ?? 0 };
}

export interface Totals {
  chunks: number;
  words: number;
}

export function readTotals(sql: Sql): Totals {
  return sql.all<Totals>("SELECT chunks, words FROM totals")[0] ?? { chunks: 0, words: 0 };
}

/** Refuses further text if the tenant has no room for it; `coming` is what comes before that. */
export function refuseMore(sql: Sql, coming = 0): Refusal | undefined {
  if (readTotals(sql).chunks + coming < MOST_CHUNKS) return undefined;
  return refuse(409, "knowledge_full", `A tenant may have at most ${MOST_CHUNKS} pieces of text.`);
}

/** Expired documents, if there is no more room. Those with a new version on its way are kept. */
export function expiredWhenFull(sql: Sql, now: number): DocumentRow[] {
  if (refuseMore(sql) === undefined) return [];
  const expired = `SELECT * FROM documents WHERE expires_at <= ?
    AND id NOT IN (SELECT document_id FROM uploads) ORDER BY expires_at LIMIT ?`;
  return sql.all<DocumentRow>(expired, now, MOST_EXPIRED);
}

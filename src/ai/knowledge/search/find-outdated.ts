import { tokenise } from "../../text/tokenise.ts";
import { BEGINNING, isOutdated } from "../is-outdated.ts";
import type { Sql } from "../sql.ts";
import type { Query } from "./read-query.ts";

interface Suspect {
  id: string;
  title: string;
  tags: string;
  /** Null if a version wrote the document that did not look for it. */
  outdated: number | null;
}

/**
 * Of these documents, a list as JSON, those that say that they no longer count. A question that has a
 * number of a document's title, such as its year, asks for that document.
 */
export function findOutdated(sql: Sql, ids: string, terms: Query["terms"]): string[] {
  const suspects = sql.all<Suspect>(
    `SELECT d.id, d.title, d.tags, a.outdated
     FROM analysed a INDEXED BY analysed_outdated CROSS JOIN documents d ON d.id = a.document_id
     WHERE a.outdated IS NOT 0 AND a.document_id IN (SELECT value FROM json_each(?))`,
    ids,
  );
  if (suspects.length === 0) return [];
  const numbers = terms.map(({ term }) => term).filter((term) => /\d/.test(term));
  return suspects
    .filter((suspect) => suspect.outdated === 1 || judge(sql, suspect))
    .filter(({ title, tags }) => !tokenise(title + tags).some(({ word }) => numbers.includes(word)))
    .map(({ id }) => id);
}

/** Reads a document's beginning, and notes what it says for the searches to come. */
function judge(sql: Sql, { id, title, tags }: Suspect): boolean {
  const [body] = sql.all<{ text: string }>(
    `SELECT substr(text, 1, ${BEGINNING}) AS text FROM bodies WHERE document_id = ?`,
    id,
  );
  const outdated = isOutdated({ title, tags, text: body?.text ?? "" });
  sql.all("UPDATE analysed SET outdated = ? WHERE document_id = ?", Number(outdated), id);
  return outdated;
}

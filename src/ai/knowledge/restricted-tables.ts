import type { Sql } from "./sql.ts";

/**
 * The tables that stand twice: restricted documents have their own, which a version without `acl` never
 * reads. So a rollback shows them to nobody.
 */
const DOUBLED =
  /\b(?:documents(?:_age)?|bodies|body_parts|chunks_document|stems|vocabulary|readings|terms|totals|analysed(?:_outdated)?|uploads|vectors\w*|(?:chunk|vector)_(?:gone|made))\b|(?<=\b(?:EXISTS|FROM|INTO|JOIN|ON|UPDATE) )chunks\b/g;

/** The same statements over the tables of restricted documents. */
export function restrictedSql({ all, atomically }: Sql): Sql {
  return {
    all: (query, ...values) => all(query.replaceAll(DOUBLED, "restricted_$&"), ...values),
    atomically,
    wordless: true,
  };
}

/** Beyond all numbers of open pieces, so that no number stands for two pieces. */
const FIRST_PIECE = 2 ** 40;

export const RESTRICTED_TABLES = [
  `CREATE TABLE IF NOT EXISTS restricted_to (
     document_id TEXT NOT NULL, principal TEXT NOT NULL,
     PRIMARY KEY (document_id, principal)) WITHOUT ROWID`,
  "CREATE INDEX IF NOT EXISTS restricted_principals ON restricted_to (principal)",
  `INSERT OR IGNORE INTO restricted_chunks
     (id, document_id, position, start, "end", heading, text, risk, rules)
     VALUES (${FIRST_PIECE}, '', 0, 0, 0, '', '', 0, '')`,
];

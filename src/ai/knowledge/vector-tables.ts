import { RISK_LIMIT } from "./write-document.ts";

/** The fact that says in which space a tenant's vectors are. */
export const VECTOR_FACT = "vectors";

export const VECTOR_TABLES = [
  // A number is never used twice, so that a late answer cannot be about another piece.
  `CREATE TABLE IF NOT EXISTS vectors (number INTEGER PRIMARY KEY AUTOINCREMENT,
     chunk_id INTEGER NOT NULL UNIQUE, stored INTEGER NOT NULL)`,
  "CREATE TABLE IF NOT EXISTS vectors_gone (number INTEGER PRIMARY KEY)",
  // Whatever removes a piece, its vector is listed for removal in the same step.
  `CREATE TRIGGER IF NOT EXISTS chunk_gone AFTER DELETE ON chunks BEGIN
     INSERT OR IGNORE INTO vectors_gone (number) SELECT number FROM vectors WHERE chunk_id = old.id;
     DELETE FROM vectors WHERE chunk_id = old.id;
   END`,
  // A new piece gets its number in the same step, so that no search through all pieces is needed to
  // find the last few.
  `CREATE TRIGGER IF NOT EXISTS chunk_made AFTER INSERT ON chunks
     WHEN new.risk < ${RISK_LIMIT} AND (SELECT value ->> 'space' FROM facts WHERE name = '${VECTOR_FACT}') <> ''
   BEGIN INSERT OR IGNORE INTO vectors (chunk_id, stored) VALUES (new.id, 0); END`,
  "CREATE INDEX IF NOT EXISTS vectors_todo ON vectors (number) WHERE stored = 0",
];

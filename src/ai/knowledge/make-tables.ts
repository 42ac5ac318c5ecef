import { addColumn } from "../../platform/index.ts";
import { RESTRICTED_TABLES, restrictedSql } from "./restricted-tables.ts";
import type { Sql } from "./sql.ts";

/** bm25 weights of the title and of the text. docs/ai.md says how they were chosen. */
const TITLE_WEIGHT = 1;
const TEXT_WEIGHT = 1;

const TABLES = [
  `CREATE TABLE IF NOT EXISTS documents (
     id TEXT PRIMARY KEY, external_id TEXT UNIQUE, title TEXT NOT NULL, source TEXT NOT NULL,
     url TEXT, mime_type TEXT NOT NULL, language TEXT NOT NULL, tags TEXT NOT NULL,
     hash TEXT NOT NULL, version INTEGER NOT NULL, status TEXT NOT NULL, chunks INTEGER NOT NULL,
     risk REAL NOT NULL, removed INTEGER NOT NULL, expires_at INTEGER,
     created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)`,
  "CREATE INDEX IF NOT EXISTS documents_age ON documents (created_at, id)",
  "CREATE TABLE IF NOT EXISTS bodies (document_id TEXT PRIMARY KEY, text TEXT NOT NULL)",
  `CREATE TABLE IF NOT EXISTS chunks (
     id INTEGER PRIMARY KEY, document_id TEXT NOT NULL, position INTEGER NOT NULL,
     start INTEGER NOT NULL, "end" INTEGER NOT NULL, heading TEXT NOT NULL, text TEXT NOT NULL,
     risk REAL NOT NULL, rules TEXT NOT NULL)`,
  "CREATE INDEX IF NOT EXISTS chunks_document ON chunks (document_id, position)",
  `CREATE VIRTUAL TABLE IF NOT EXISTS stems USING fts5(
     title, text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2')`,
  "CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab(stems, 'row')",
  `INSERT INTO stems (stems, rank) VALUES ('rank', 'bm25(${TITLE_WEIGHT}, ${TEXT_WEIGHT})')`,
  // All that a search reads again of a piece. Its words are prepared when it is indexed.
  `CREATE TABLE IF NOT EXISTS readings (
     chunk_id INTEGER PRIMARY KEY, document_id TEXT NOT NULL, language TEXT NOT NULL,
     expires_at INTEGER, words INTEGER NOT NULL, text TEXT NOT NULL)`,
  "CREATE TABLE IF NOT EXISTS terms (term TEXT PRIMARY KEY) WITHOUT ROWID",
  "CREATE TABLE IF NOT EXISTS totals (one INTEGER PRIMARY KEY, chunks INTEGER, words INTEGER)",
  "INSERT OR IGNORE INTO totals (one, chunks, words) VALUES (1, 0, 0)",
  // A row may have two megabytes, so the rest of a long text is stored here.
  `CREATE TABLE IF NOT EXISTS body_parts (
     document_id TEXT NOT NULL, part INTEGER NOT NULL, text TEXT NOT NULL,
     PRIMARY KEY (document_id, part))`,
  "CREATE TABLE IF NOT EXISTS analysed (document_id TEXT PRIMARY KEY, analyser INTEGER NOT NULL)",
  // New versions that wait for the queue or are being indexed. Their pieces cannot be found yet.
  `CREATE TABLE IF NOT EXISTS uploads (
     id TEXT PRIMARY KEY, document_id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL,
     status TEXT NOT NULL, reason TEXT, hash TEXT NOT NULL, fields TEXT NOT NULL,
     staged INTEGER NOT NULL, risk REAL NOT NULL, updated_at INTEGER NOT NULL)`,
  "CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
];

/** All but a few documents are left out of it. */
const OUTDATED =
  "CREATE INDEX IF NOT EXISTS analysed_outdated ON analysed (document_id) WHERE outdated IS NOT 0";

export function makeTables(sql: Sql): void {
  const restricted = restrictedSql(sql);
  for (const statement of TABLES) {
    sql.all(statement);
    restricted.all(statement);
  }
  for (const statement of RESTRICTED_TABLES) sql.all(statement);
  for (const table of ["analysed", "restricted_analysed"]) {
    addColumn({ exec: (...query) => toCursor(sql.all(...query)) }, table, "outdated INTEGER");
  }
  for (const one of [sql, restricted]) one.all(OUTDATED);
}

function toCursor<T>(rows: T[]) {
  return { toArray: () => rows };
}

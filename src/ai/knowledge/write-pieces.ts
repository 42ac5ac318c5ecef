import type { Language } from "../text/guess-language.ts";
import { termsOf } from "../text/terms.ts";
import { writeReading } from "../text/write-reading.ts";
import type { Sql } from "./sql.ts";

/** What a scan found in one piece of a document. */
export interface Danger {
  risk: number;
  rules: string[];
}

export interface NewPiece {
  start: number;
  end: number;
  /** The headings above it, outermost first. */
  heading: string;
  text: string;
}

interface Owner {
  id: string;
  title: string;
  language: Language;
}

interface Pieces {
  pieces: readonly NewPiece[];
  /** The position of the first piece. */
  from: number;
  expiresAt: number | null;
}

/** Scans a piece with the headings above it. */
export function scanPiece(
  { heading, text }: Pick<NewPiece, "heading" | "text">,
  scan: (text: string) => Danger,
): Danger {
  return scan(heading === "" ? text : `## ${heading}\n${text}`);
}

/** Indexes pieces of a document, and gives the highest risk among them. */
export function writePieces(
  sql: Sql,
  owner: Owner,
  { pieces, from, expiresAt }: Pieces,
  scan: (text: string) => Danger,
): number {
  const titleTerms = termsOf(owner.title, owner.language);
  const vocabulary = new Set(titleTerms);
  let worst = 0;
  let words = 0;
  for (const [at, piece] of pieces.entries()) {
    const danger = scanPiece(piece, scan);
    worst = Math.max(worst, danger.risk);
    const above = [...titleTerms, ...termsOf(piece.heading, owner.language)];
    const terms = termsOf(piece.text, owner.language);
    for (const term of [...above, ...terms]) vocabulary.add(term);
    const length = above.length + terms.length;
    words += length;
    const id = writePiece(sql, owner.id, from + at, piece, danger);
    sql.all(
      "INSERT INTO stems (rowid, title, text) VALUES (?, ?, ?)",
      id,
      above.join(" "),
      terms.join(" "),
    );
    sql.all(
      `INSERT INTO readings (chunk_id, document_id, language, expires_at, words, text)
         VALUES (?, ?, ?, ?, ?, ?)`,
      id,
      owner.id,
      owner.language,
      expiresAt,
      length,
      writeReading(`${owner.title} ${piece.heading}`, piece.text),
    );
  }
  if (sql.wordless !== true) writeVocabulary(sql, vocabulary);
  sql.all("UPDATE totals SET chunks = chunks + ?, words = words + ?", pieces.length, words);
  return worst;
}

/**
 * Stores the terms to which a mistyped word may be corrected: words, and names like "oauth2". Terms
 * with several digits are left out, because there is no end of numbers.
 */
function writeVocabulary(sql: Sql, words: ReadonlySet<string>): void {
  const terms = [...words].filter((term) => !/\d.*\d/.test(term));
  const insert = "INSERT OR IGNORE INTO terms (term) SELECT value FROM json_each(?)";
  sql.all(insert, JSON.stringify(terms));
}

function writePiece(
  sql: Sql,
  documentId: string,
  position: number,
  { start, end, heading, text }: NewPiece,
  { risk, rules }: Danger,
): number {
  const [made] = sql.all<{ id: number }>(
    `INSERT INTO chunks (document_id, position, start, "end", heading, text, risk, rules)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    documentId,
    position,
    start,
    end,
    heading,
    text,
    risk,
    rules.join(" "),
  );
  if (made === undefined) throw new Error("a piece was written and has no number");
  return made.id;
}

import type { Near } from "./search/fuse.ts";
import type { StoredVector } from "../vectors/vector-index.ts";
import { SEEN } from "./acl.ts";
import { readVectorId } from "./vector-id.ts";

/** So many of the pieces that a caller finds are compared, those of the newest documents first. */
const MOST_COMPARED = 5_000;
/** As many as are asked of an index. */
const NEAREST = 50;
/** A number of a vector is kept in one byte. */
const MOST_BYTE = 127;

const TABLES = [
  "CREATE TABLE IF NOT EXISTS restricted_values (number INTEGER PRIMARY KEY, vector BLOB NOT NULL)",
  `CREATE TRIGGER IF NOT EXISTS restricted_value_gone AFTER DELETE ON restricted_vectors BEGIN
     DELETE FROM restricted_values WHERE number = old.number;
   END`,
];

interface Row {
  [column: string]: SqlStorageValue;
  chunkId: number;
  vector: ArrayBuffer;
}

/**
 * The vectors of restricted pieces. They are in the tenant's object and in no index, so that the caller's
 * principals are part of the query: what a caller does not find takes no place and leaves no trace.
 */
export class RestrictedVectors {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.createTables();
  }

  createTables(): void {
    for (const statement of TABLES) this.sql.exec(statement);
  }

  /** Keeps vectors, except of pieces that were removed meanwhile. */
  async upsert(vectors: readonly StoredVector[]): Promise<boolean> {
    for (const { id, values } of vectors) {
      const number = readVectorId(id)?.number ?? null;
      this.sql.exec(
        `INSERT OR REPLACE INTO restricted_values (number, vector)
           SELECT number, ? FROM restricted_vectors WHERE number = ?`,
        inBytes(values).buffer,
        number,
      );
    }
    return true;
  }

  /** The pieces nearest to a question, of those that one of the principals in `who` finds. */
  nearest(vector: readonly number[], who: string, now: number): Near[] {
    const asked = inBytes(vector);
    const length = Math.hypot(...asked) || 1;
    // Without a limit of its own, SQLite drops the order of an inner query.
    const rows = this.sql.exec<Row>(
      `SELECT chunk_id AS chunkId, vector FROM (
         SELECT id FROM restricted_documents
         WHERE id ${SEEN} AND (expires_at IS NULL OR expires_at > ?) ORDER BY id DESC LIMIT -1) seen
       CROSS JOIN restricted_chunks c ON c.document_id = seen.id
       CROSS JOIN restricted_vectors v ON v.chunk_id = c.id
       CROSS JOIN restricted_values x ON x.number = v.number LIMIT ${MOST_COMPARED}`,
      who,
      now,
    );
    const near: Near[] = [];
    for (const { chunkId, vector: bytes } of rows) {
      const known = new Int8Array(bytes);
      if (known.length !== asked.length) continue;
      near.push({ chunkId, score: nearness(known, asked) / length });
    }
    return near.sort((a, b) => b.score - a.score || a.chunkId - b.chunkId).slice(0, NEAREST);
  }
}

function inBytes(values: readonly number[]): Int8Array<ArrayBuffer> {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = largest > 0 ? MOST_BYTE / largest : 0;
  return Int8Array.from(values, (value) => Math.round(value * scale));
}

/** The cosine times the length of `asked`, which is the same for all. */
function nearness(known: Int8Array, asked: Int8Array): number {
  let dot = 0;
  let squares = 0;
  for (let at = 0; at < known.length; at += 1) {
    const one = known[at] ?? 0;
    dot += one * (asked[at] ?? 0);
    squares += one * one;
  }
  return squares === 0 ? 0 : dot / Math.sqrt(squares);
}

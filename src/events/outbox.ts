import { refuse, type Refusal } from "../http/index.ts";
import { HOUR_MS } from "../platform/index.ts";

/** How long a repeated event id is recognised, within `MAX_WINDOW_ROWS`. */
const DEDUPE_WINDOW_MS = 72 * HOUR_MS;
const MAX_WINDOW_ROWS = 50_000;
/** How many events may wait for the queue; beyond that the agent is refused. */
export const MAX_UNSENT = 2_000;
/** How many of the last events operators can read. */
const RECENT_EVENTS = 200;
const FULL_RETRY_SECONDS = 30;

/** What a queue takes in one call, with room for its own framing. */
const MAX_BATCH_MESSAGES = 100;
const MAX_BATCH_BYTES = 240_000;

export interface OutboxRow {
  seq: number;
  line: string;
}

export interface NewEvent {
  key: string;
  contentHash: string;
  receivedAt: number;
  line: string;
}

/** One row for each event, used to find repeated ids, events to send, and recent events to show. */
export function createOutbox(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    sent INTEGER NOT NULL DEFAULT 0,
    line TEXT)`);
  sql.exec("CREATE INDEX IF NOT EXISTS events_unsent ON events (seq) WHERE sent = 0");
  sql.exec(
    "CREATE INDEX IF NOT EXISTS events_readable ON events (seq) WHERE sent = 1 AND line IS NOT NULL",
  );
}

/** After "stored" the event will not be lost, whatever happens to the process. */
export function storeEvent(sql: SqlStorage, event: NewEvent): "stored" | "replayed" | Refusal {
  return storeWithin(MAX_UNSENT, sql, event);
}

/** For the few events that the server makes itself. None is refused: nobody would send it again. */
export function storeOwnEvent(sql: SqlStorage, event: NewEvent): void {
  storeWithin(Infinity, sql, event);
}

function storeWithin(maxUnsent: number, sql: SqlStorage, event: NewEvent) {
  const [known] = sql
    .exec<{ hash: string }>("SELECT hash FROM events WHERE key = ?", event.key)
    .toArray();
  if (known !== undefined) {
    if (known.hash === event.contentHash) return "replayed" as const;
    const message = "Another event of this agent has the same eventId and other content.";
    return refuse(409, "event_id_conflict", message, { retryable: false, action: "stop" });
  }
  if (countUnsent(sql) >= maxUnsent) {
    return refuse(503, "outbox_full", "Events cannot be passed on at the moment.", {
      retryAfterSeconds: FULL_RETRY_SECONDS,
      retryable: true,
      action: "retry_later",
    });
  }
  sql.exec(
    "INSERT INTO events (key, hash, received_at, line) VALUES (?, ?, ?, ?)",
    event.key,
    event.contentHash,
    event.receivedAt,
    event.line,
  );
  return "stored" as const;
}

/** Unsent events are the newest rows without a gap, because the oldest are always sent first. */
export function countUnsent(sql: SqlStorage): number {
  const query = `SELECT coalesce((SELECT max(seq) FROM events) - min(seq) + 1, 0) AS n
    FROM events WHERE sent = 0`;
  return sql.exec<{ n: number }>(query).one().n;
}

/** The oldest unsent events that fit into one call of the queue. */
export function nextBatch(sql: SqlStorage): OutboxRow[] {
  const batch: OutboxRow[] = [];
  let bytes = 0;
  const rows = sql.exec<{ seq: number; line: string; bytes: number }>(
    `SELECT seq, line, length(CAST(line AS BLOB)) AS bytes FROM events
     WHERE sent = 0 ORDER BY seq LIMIT ?`,
    MAX_BATCH_MESSAGES,
  );
  for (const { seq, line, bytes: size } of rows) {
    bytes += size;
    if (batch.length > 0 && bytes > MAX_BATCH_BYTES) break;
    batch.push({ seq, line });
  }
  return batch;
}

/** Marks a batch as sent, and deletes what is too old to be shown or recognised. */
export function markSent(sql: SqlStorage, batch: readonly OutboxRow[], now: number): void {
  const last = batch.at(-1)?.seq;
  if (last === undefined) return;
  sql.exec("UPDATE events SET sent = 1 WHERE sent = 0 AND seq <= ?", last);
  sql.exec(
    "UPDATE events SET line = NULL WHERE sent = 1 AND line IS NOT NULL AND seq <= ?",
    last - RECENT_EVENTS,
  );
  // Finds the first row that is young enough, so the younger rows, which may be many, are not read.
  sql.exec(
    `DELETE FROM events WHERE seq <= min(?, max(?, coalesce(
      (SELECT min(seq) FROM events WHERE received_at >= ?) - 1, ?)))`,
    last - RECENT_EVENTS,
    last - MAX_WINDOW_ROWS,
    now - DEDUPE_WINDOW_MS,
    last,
  );
}

/**
 * The last events, newest first. Lines are given as UTF-8: a string with one letter beyond Latin-1
 * takes twice the space, too much for a page of large events in one call between objects.
 */
export function recentEvents(sql: SqlStorage, limit: number, offset: number): RecentEvents {
  const where = "WHERE line IS NOT NULL AND seq > (SELECT coalesce(max(seq), 0) - ? FROM events)";
  const rows = sql.exec<{ line: ArrayBuffer; sent: number }>(
    `SELECT CAST(line AS BLOB) AS line, sent FROM events ${where} ORDER BY seq DESC LIMIT ? OFFSET ?`,
    RECENT_EVENTS,
    limit,
    offset,
  );
  const items = rows.toArray().map(({ line, sent }) => ({ line, sent: sent === 1 }));
  const { total } = sql
    .exec<{ total: number }>(`SELECT count(*) AS total FROM events ${where}`, RECENT_EVENTS)
    .one();
  return { items, total };
}

export interface RecentEvents {
  items: { line: ArrayBuffer; sent: boolean }[];
  total: number;
}

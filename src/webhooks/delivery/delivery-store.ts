import { addColumn } from "../../platform/index.ts";
import { KEPT_MS } from "../kept.ts";
import type { SealedSecret } from "../tables.ts";
import type { Outcome } from "./attempt.ts";
import type { RecentPings } from "./limit-pings.ts";

const TABLES = `
  CREATE TABLE IF NOT EXISTS config (id INTEGER PRIMARY KEY CHECK (id = 1), value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS deliveries (
    event_id TEXT PRIMARY KEY, type TEXT NOT NULL, body TEXT NOT NULL, state TEXT NOT NULL,
    attempts INTEGER NOT NULL, due_at INTEGER, created_at INTEGER NOT NULL);
  DROP INDEX IF EXISTS deliveries_due;
  CREATE INDEX IF NOT EXISTS deliveries_next ON deliveries (due_at, created_at)
    WHERE due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS deliveries_made ON deliveries (created_at);
  CREATE TABLE IF NOT EXISTS attempts (
    event_id TEXT NOT NULL, at INTEGER NOT NULL, status INTEGER, ms INTEGER NOT NULL, error TEXT,
    response TEXT, next_at INTEGER);
  CREATE INDEX IF NOT EXISTS attempts_event ON attempts (event_id, at);`;

/** Due before all others, and the only time that is due while the breaker is open. */
export const AT_ONCE = 0;

export interface EndpointConfig {
  endpointId: string;
  tenantId: string;
  url: string;
  secrets: SealedSecret[];
  active: boolean;
  /** Null is no limit. Older objects have stored neither this nor `ordered`. */
  maxPerMinute?: number | null;
  /** One after the other in the order of the events; one that is tried again holds up the rest. */
  ordered?: boolean;
  /** Grows with every change of the endpoint: the higher one counts. */
  version: number;
  /** It was deleted: nothing is kept for it any more. */
  removed?: true;
}

export interface OutgoingEvent {
  id: string;
  type: string;
  body: string;
  /** When it came about. */
  createdAt: number;
}

export interface Delivery extends Record<string, SqlStorageValue> {
  event_id: string;
  type: string;
  body: string;
  state: string;
  attempts: number;
  due_at: number | null;
  created_at: number;
}

export interface AttemptRow extends Record<string, SqlStorageValue> {
  event_id: string;
  at: number;
  status: number | null;
  ms: number;
  error: string | null;
  response: string | null;
  next_at: number | null;
  /** The headers of the call, as JSON. */
  signed: string | null;
}

/** All SQL of one endpoint's deliveries, over its object's own storage. */
export class DeliveryStore {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.createTables();
  }

  createTables(): void {
    this.sql.exec(TABLES);
    addColumn(this.sql, "attempts", "signed TEXT");
  }

  config(): EndpointConfig | undefined {
    const [row] = this.sql.exec<{ value: string }>("SELECT value FROM config").toArray();
    return row && (JSON.parse(row.value) as EndpointConfig);
  }

  configure(config: EndpointConfig): void {
    const value = JSON.stringify(config);
    this.sql.exec(
      `INSERT INTO config (id, value)
         VALUES (1, ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
      value,
    );
  }

  /** Adds an event once. A ping is due at once, because somebody waits for its answer. */
  add({ id, type, body, createdAt }: OutgoingEvent, now: number): void {
    this.sql.exec(
      `INSERT INTO deliveries (event_id, type, body, state, attempts, due_at, created_at)
         VALUES (?, ?, ?, 'pending', 0, ?, ?) ON CONFLICT DO NOTHING`,
      id,
      type,
      body,
      type === "ping" ? AT_ONCE : now,
      createdAt,
    );
  }

  /** What has been due for longest comes first, then the oldest event (the order of the index). */
  due(now: number, limit: number): Delivery[] {
    return this.sql
      .exec<Delivery>(
        "SELECT * FROM deliveries WHERE due_at <= ? ORDER BY due_at, created_at, rowid LIMIT ?",
        now,
        limit,
      )
      .toArray();
  }

  /** While the breaker is open: what goes at once, or else the oldest of what is due. */
  probe(now: number): Delivery[] {
    return this.sql
      .exec<Delivery>(
        `SELECT * FROM deliveries WHERE due_at <= ?
         ORDER BY due_at > ?, created_at, rowid LIMIT 1`,
        now,
        AT_ONCE,
      )
      .toArray();
  }

  /** The next in the order of the events, due or not; what goes at once is before all others. */
  head(): Delivery | undefined {
    return this.sql
      .exec<Delivery>(
        `SELECT * FROM deliveries WHERE rowid =
           (SELECT rowid FROM deliveries WHERE due_at IS NOT NULL
            ORDER BY due_at > ?, created_at, rowid LIMIT 1)`,
        AT_ONCE,
      )
      .toArray()[0];
  }

  nextDue(): number | null {
    return this.sql
      .exec<{ at: number | null }>(
        "SELECT min(due_at) AS at FROM deliveries WHERE due_at IS NOT NULL",
      )
      .one().at;
  }

  waiting(): number {
    return this.sql
      .exec<{ n: number }>("SELECT count(*) AS n FROM deliveries WHERE due_at IS NOT NULL")
      .one().n;
  }

  /** When what waits longest was or will be due, but for what goes at once. */
  firstDue(): number | null {
    return this.sql
      .exec<{ at: number | null }>(
        "SELECT min(due_at) AS at FROM deliveries WHERE due_at > ?",
        AT_ONCE,
      )
      .one().at;
  }

  /** What waited through a pause waits anew from now on. */
  restartWaiting(now: number): void {
    const set = "UPDATE deliveries SET due_at = ? WHERE due_at > ? AND due_at < ?";
    this.sql.exec(set, now, AT_ONCE, now);
  }

  /** Gives up what has been due since before then and never had its turn; how many there were. */
  giveUpDueBefore(before: number): number {
    this.sql
      .exec(
        `UPDATE deliveries SET due_at = NULL, state = 'failed' WHERE due_at > ? AND due_at < ?`,
        AT_ONCE,
        before,
      )
      .toArray();
    return this.sql.exec<{ n: number }>("SELECT changes() AS n").one().n;
  }

  /** For trouble on our side: everything waits. */
  postpone(until: number): void {
    this.sql.exec("UPDATE deliveries SET due_at = ? WHERE due_at < ?", until, until);
  }

  /** What was replayed while its call was under way stays due. */
  saveOutcome(delivery: Delivery, outcome: Outcome, nextAt: number | null, now: number): void {
    const { status, ms, error = null, response = null, signedHeaders } = outcome;
    const delivered = error === null;
    const state = delivered ? "delivered" : nextAt === null ? "failed" : "pending";
    this.sql.exec(
      `INSERT INTO attempts (event_id, at, status, ms, error, response, next_at, signed)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      delivery.event_id,
      now,
      status,
      ms,
      error,
      response,
      delivered ? null : nextAt,
      signedHeaders === undefined ? null : JSON.stringify(signedHeaders),
    );
    this.sql.exec(
      `UPDATE deliveries SET state = ?, attempts = attempts + 1, due_at = ?
       WHERE event_id = ? AND attempts = ? AND due_at IS ?`,
      state,
      delivered ? null : nextAt,
      delivery.event_id,
      delivery.attempts,
      delivery.due_at,
    );
  }

  pingsAfter(at: number): RecentPings {
    return this.sql
      .exec<RecentPings>(
        `SELECT count(*) AS n, min(created_at) AS first FROM deliveries
         WHERE type = 'ping' AND created_at > ?`,
        at,
      )
      .one();
  }

  stop(): void {
    this.sql.exec("UPDATE deliveries SET due_at = NULL, state = 'failed' WHERE state = 'pending'");
  }

  list(limit: number, offset: number) {
    const items = this.sql
      .exec<Delivery>(
        "SELECT * FROM deliveries ORDER BY created_at DESC, event_id LIMIT ? OFFSET ?",
        limit,
        offset,
      )
      .toArray();
    const attempts = this.sql
      .exec<AttemptRow>(
        "SELECT * FROM attempts WHERE event_id IN (SELECT value FROM json_each(?)) ORDER BY at",
        JSON.stringify(items.map(({ event_id }) => event_id)),
      )
      .toArray();
    const { total } = this.sql
      .exec<{ total: number }>("SELECT count(*) AS total FROM deliveries")
      .one();
    return { items, attempts, total };
  }

  find(eventId: string): { delivery: Delivery; attempts: AttemptRow[] } | undefined {
    const [delivery] = this.sql
      .exec<Delivery>("SELECT * FROM deliveries WHERE event_id = ?", eventId)
      .toArray();
    if (delivery === undefined) return undefined;
    const attempts = this.sql
      .exec<AttemptRow>("SELECT * FROM attempts WHERE event_id = ? ORDER BY at", eventId)
      .toArray();
    return { delivery, attempts };
  }

  prune(now: number): void {
    const before = now - KEPT_MS;
    this.sql.exec(
      `DELETE FROM attempts WHERE event_id IN
         (SELECT event_id FROM deliveries WHERE created_at < ? AND due_at IS NULL)`,
      before,
    );
    this.sql.exec("DELETE FROM deliveries WHERE created_at < ? AND due_at IS NULL", before);
  }
}

import type { RecentPings } from "./limit-pings.ts";
import { HoldStore } from "./hold-store.ts";

const TABLES = `
  CREATE TABLE IF NOT EXISTS deliveries (
    event_id TEXT PRIMARY KEY, type TEXT NOT NULL, body TEXT NOT NULL, state TEXT NOT NULL,
    attempts INTEGER NOT NULL, due_at INTEGER, created_at INTEGER NOT NULL);
  DROP INDEX IF EXISTS deliveries_due;
  CREATE INDEX IF NOT EXISTS deliveries_next ON deliveries (due_at, created_at)
    WHERE due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS deliveries_in_order ON deliveries (type = 'ping', created_at)
    WHERE due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS deliveries_made ON deliveries (created_at);`;

/** A delivery with this time is due before all others, even while the breaker is open. */
export const AT_ONCE = 0;

const WAITING = "FROM deliveries WHERE due_at IS NOT NULL";
/** All pings, and the first of the waiting events; both by the index `deliveries_in_order`. */
const IN_ORDER = `${WAITING} AND rowid IN (SELECT rowid ${WAITING} AND (type = 'ping') = 1
  UNION ALL SELECT * FROM (SELECT rowid ${WAITING} AND (type = 'ping') = 0
  ORDER BY created_at, rowid LIMIT 1))`;

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

/** What is to be sent to an endpoint, and when. */
export class DeliveryStore {
  private readonly sql: SqlStorage;
  private readonly hold: HoldStore;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.hold = new HoldStore(sql);
    this.createTables();
  }

  createTables(): void {
    this.sql.exec(TABLES);
    this.hold.createTables();
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

  /** For an open breaker: one delivery that goes at once, or else the oldest event that is due. */
  probe(now: number): Delivery[] {
    const next = this.nextDue() ?? Infinity;
    if (next > now) return [];
    if (next === AT_ONCE) return this.due(AT_ONCE, 1);
    // The plus keeps SQLite from the index of `due_at`: it goes through events in order instead.
    return this.firstOf(`${WAITING} AND +due_at <= ?`, now);
  }

  /** The next delivery in the order of events, if it is due. A ping does not wait for that order. */
  dueInOrder(now: number): Delivery[] {
    return this.firstOf(`${IN_ORDER} AND due_at <= ?`, now, `due_at > ${AT_ONCE},`);
  }

  nextDue(): number | null {
    return this.earliestOf(WAITING);
  }

  nextInOrder(): number | null {
    return this.earliestOf(IN_ORDER);
  }

  waiting(): number {
    return this.sql.exec<{ n: number }>(`SELECT count(*) AS n ${WAITING}`).one().n;
  }

  /** When the first delivery was or will be due, apart from those that go at once. */
  firstDue(): number | null {
    const first = this.earliestOf(`${WAITING} AND due_at > ${AT_ONCE}`);
    return first === null ? null : Math.max(first, this.heldUntil);
  }

  /**
   * After a pause: counts all that waits as due from now. Rows stay as they are, as some may be in
   * a call.
   */
  restartWaiting(now: number): void {
    this.hold.note(Math.max(now, this.heldUntil));
  }

  /** Gives up deliveries that have been due since before that time. Returns how many. */
  giveUpDueBefore(before: number): number {
    if (this.heldUntil >= before) return 0;
    this.sql
      .exec(
        `UPDATE deliveries SET due_at = NULL, state = 'failed' WHERE due_at > ? AND due_at < ?`,
        AT_ONCE,
        before,
      )
      .toArray();
    return this.sql.exec<{ n: number }>("SELECT changes() AS n").one().n;
  }

  /**
   * For trouble on our side: everything waits until then. One mark says so for all rows; only pings are
   * changed, because they would go at once.
   */
  postpone(until: number): void {
    this.hold.note(until);
    this.sql.exec("UPDATE deliveries SET due_at = ? WHERE due_at = ?", until, AT_ONCE);
  }

  /** Until when deliveries are or were held, except those that go at once. */
  get heldUntil(): number {
    return this.hold.until;
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
    this.hold.forget();
    this.sql.exec("UPDATE deliveries SET due_at = NULL, state = 'failed' WHERE state = 'pending'");
  }

  private firstOf(which: string, now: number, first = ""): Delivery[] {
    const order = `ORDER BY ${first} type = 'ping', created_at, rowid LIMIT 1`;
    return this.sql.exec<Delivery>(`SELECT * ${which} ${order}`, now).toArray();
  }

  private earliestOf(which: string): number | null {
    return this.sql.exec<{ at: number | null }>(`SELECT min(due_at) AS at ${which}`).one().at;
  }
}

import { DAY_MS, addColumn, keptAt } from "../../platform/index.ts";
import { KEPT_MS } from "../kept.ts";
import type { Outcome } from "./attempt.ts";
import type { Delivery } from "./delivery-store.ts";
import { EndpointTable } from "./endpoint-table.ts";

const GIB = 1024 ** 3;
/** An object holds 10 GB and must not fill up with its log: a large log is kept for less time. */
const KEPT_WHEN_LARGE = [
  [7 * GIB, 2 * DAY_MS],
  [4 * GIB, 7 * DAY_MS],
] as const;
/** Deleted in one turn of the alarm, which adds far fewer. */
const MOST_PRUNED = 5_000;
const OLD = `SELECT event_id FROM deliveries WHERE created_at < ? AND due_at IS NULL
  ORDER BY created_at LIMIT ${MOST_PRUNED}`;
/** While deliveries are held (hold-store.ts), they are shown as due when that ends. */
const SHOWN = `SELECT *, max(due_at, ifnull((SELECT until FROM trouble), 0)) AS due_at
  FROM deliveries`;
/** Attempts kept of one event, which may be replayed any number of times. */
const MOST_ATTEMPTS = 50;

const TABLES = `
  CREATE TABLE IF NOT EXISTS attempts (
    event_id TEXT NOT NULL, at INTEGER NOT NULL, status INTEGER, ms INTEGER NOT NULL, error TEXT,
    response TEXT, next_at INTEGER);
  CREATE INDEX IF NOT EXISTS attempts_event ON attempts (event_id, at);`;

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

/** Every call of an endpoint, and what came of it. */
export class DeliveryLog extends EndpointTable {
  createTables(): void {
    this.sql.exec(TABLES);
    addColumn(this.sql, "attempts", "signed TEXT");
  }

  /** A delivery that was replayed during its call stays due: the update then finds no row. */
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
      `DELETE FROM attempts WHERE event_id = ?1 AND rowid <= (SELECT rowid FROM attempts
         WHERE event_id = ?1 ORDER BY rowid DESC LIMIT 1 OFFSET ${MOST_ATTEMPTS})`,
      delivery.event_id,
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

  list(limit: number, offset: number) {
    const items = this.sql
      .exec<Delivery>(`${SHOWN} ORDER BY created_at DESC, event_id LIMIT ? OFFSET ?`, limit, offset)
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
    const [delivery] = this.sql.exec<Delivery>(`${SHOWN} WHERE event_id = ?`, eventId).toArray();
    if (delivery === undefined) return undefined;
    const attempts = this.sql
      .exec<AttemptRow>("SELECT * FROM attempts WHERE event_id = ? ORDER BY at", eventId)
      .toArray();
    return { delivery, attempts };
  }

  /** When something has to be deleted next; a day late, so that it happens once a day at most. */
  get endsAt(): number | null {
    const { oldest } = this.sql
      .exec<{ oldest: number | null }>(
        "SELECT min(created_at) AS oldest FROM deliveries WHERE due_at IS NULL",
      )
      .one();
    return oldest === null ? null : oldest + KEPT_MS + DAY_MS;
  }

  prune(now: number): void {
    const before = now - (keptAt(KEPT_WHEN_LARGE, this.sql.databaseSize) ?? KEPT_MS);
    for (const table of ["attempts", "deliveries"]) {
      this.sql.exec(`DELETE FROM ${table} WHERE event_id IN (${OLD})`, before);
    }
  }
}

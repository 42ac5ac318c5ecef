import type { OutgoingEvent } from "./delivery-store.ts";
import { HoldStore } from "./hold-store.ts";

/** From `since` on, up to but without `before`. */
export interface TimeSpan {
  since: number;
  before: number;
}

/** Makes events due again, whether they are in the endpoint's log or not. */
export class ReplayStore {
  private readonly sql: SqlStorage;
  private readonly hold: HoldStore;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.hold = new HoldStore(sql);
  }

  /** Makes one event of the log due again. Returns how many there were. */
  one(eventId: string, now: number): number {
    return this.makeDue("event_id = ?", now, eventId);
  }

  /** Makes these events, and the pings of that time, due. Returns how many. */
  all(events: readonly OutgoingEvent[], pings: TimeSpan, now: number): number {
    for (const { id, type, body, createdAt } of events) {
      this.sql.exec(
        `INSERT INTO deliveries (event_id, type, body, state, attempts, due_at, created_at)
           VALUES (?, ?, ?, 'pending', 0, ?, ?)
         ON CONFLICT DO UPDATE SET state = excluded.state, attempts = excluded.attempts,
           due_at = excluded.due_at, created_at = excluded.created_at`,
        id,
        type,
        body,
        now,
        createdAt,
      );
    }
    // Pings are known only here.
    const { since, before } = pings;
    const where = "type = 'ping' AND created_at >= ? AND created_at < ?";
    return events.length + this.makeDue(where, now, since, before);
  }

  private makeDue(where: string, now: number, ...values: SqlStorageValue[]): number {
    this.hold.shorten(now);
    const set = "UPDATE deliveries SET state = 'pending', attempts = 0, due_at = ?";
    this.sql.exec(`${set} WHERE ${where}`, now, ...values).toArray();
    return this.sql.exec<{ n: number }>("SELECT changes() AS n").one().n;
  }
}

import {
  countUnsent,
  markSent,
  nextBatch,
  recentEvents,
  type RecentEvents,
} from "../../events/outbox.ts";
import { failureOf } from "../../http/index.ts";
import { LATE, livePlatform, withinTime } from "../../platform/index.ts";
import { RecordStore } from "./record-store.ts";

export const RETRY_MS = 10_000;
/**
 * A send without an answer for so long counts as failed. If it did arrive, the consumer knows the
 * events by their ids when they come again.
 */
export const SEND_WITHIN_MS = 30_000;

/** Sends stored events to the queue. If that fails, the alarm tries again. */
export class Outbox {
  private readonly sql: SqlStorage;
  private readonly queue: Queue<string>;
  private flushing = false;

  constructor(sql: SqlStorage, queue: Queue<string>) {
    this.sql = sql;
    this.queue = queue;
  }

  get waiting(): boolean {
    return countUnsent(this.sql) > 0;
  }

  recent(limit: number, offset: number): RecentEvents {
    const { isKept } = new RecordStore(this.sql);
    return isKept ? recentEvents(this.sql, limit, offset) : { items: [], total: 0 };
  }

  /** Sends what waits. Gives the time of the next try, or undefined if everything is sent. */
  async flush(now: number): Promise<number | undefined> {
    if (this.flushing) return undefined;
    this.flushing = true;
    try {
      for (;;) {
        const batch = nextBatch(this.sql);
        if (batch.length === 0) return undefined;
        const messages = batch.map(({ line }) => ({ body: line, contentType: "text" as const }));
        const sent = await withinTime(this.queue.sendBatch(messages), SEND_WITHIN_MS);
        if (sent === LATE) throw new Error("the queue took too long");
        markSent(this.sql, batch, now);
      }
    } catch (error) {
      const store = new RecordStore(this.sql);
      // The agent was erased while its events were being sent.
      if (!store.isKept) return undefined;
      const { record, tombstone } = store.read();
      const of = record?.identity ?? tombstone;
      livePlatform.log({
        level: "warn",
        event: "events_unsent",
        tenantId: of?.tenantId,
        agentId: of?.agentId,
        reason: failureOf(error),
      });
      return now + RETRY_MS;
    } finally {
      this.flushing = false;
    }
  }
}

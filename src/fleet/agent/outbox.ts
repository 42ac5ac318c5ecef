import {
  countUnsent,
  markSent,
  nextBatch,
  recentEvents,
  type RecentEvents,
} from "../../events/outbox.ts";
import { failureOf } from "../../http/index.ts";
import { livePlatform, sendInTime } from "../../platform/index.ts";
import { RecordStore } from "./record-store.ts";

export const RETRY_MS = 10_000;

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
        await sendInTime(this.queue.sendBatch(messages));
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

import { MAX_UNSENT } from "../../src/events/outbox.ts";

/**
 * Fills the outbox with so many events, or with as many as an agent may have waiting for the queue. The
 * archive accepts them, a hundred at once: events that it refuses would be tried one by one, and later
 * files would wait for that.
 */
export function fillOutbox(state: DurableObjectState, count = MAX_UNSENT): void {
  state.storage.sql.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO events (key, hash, received_at, line) SELECT 'full:' || i, 'h', 0, json_object(
       'tenant_id', 't-full', 'agent_id', 'full', 'ingest_id', 'full:' || i, 'event_id', NULL,
       'received_at', '2026-01-01T00:00:00.000Z') FROM n`,
  );
}

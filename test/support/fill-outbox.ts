import { MAX_UNSENT } from "../../src/events/outbox.ts";

/** As many events as an agent may have waiting for the queue. */
export function fillOutbox(state: DurableObjectState): void {
  state.storage.sql.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_UNSENT})
     INSERT INTO events (key, hash, received_at, line) SELECT 'full:' || i, 'h', 0, '{}' FROM n`,
  );
}

import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What the consumer has done already: queues deliver at least once. */
export const eventsDone = sqliteTable(
  "events_done",
  {
    key: text("key").primaryKey(),
    archivedAt: integer("archived_at").notNull(),
    forwardedAt: integer("forwarded_at"),
  },
  (table) => [index("events_done_age").on(table.archivedAt)],
);

export const deadEvents = sqliteTable(
  "dead_events",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id"),
    agentId: text("agent_id"),
    eventId: text("event_id"),
    /** As in `events_done`; null if the event cannot be read, and in older rows. */
    eventKey: text("event_key"),
    reason: text("reason").notNull(),
    body: text("body").notNull(),
    failedAt: integer("failed_at").notNull(),
    replayedAt: integer("replayed_at"),
  },
  (table) => [
    index("dead_events_age").on(table.failedAt, table.id),
    // It includes `replayedAt`, so that counting reads the index alone and no bodies, which may be
    // large.
    index("dead_events_waiting")
      .on(sql`${table.failedAt} desc`, table.id, table.replayedAt)
      .where(sql`${table.replayedAt} is null`),
    index("dead_events_replayed")
      .on(table.replayedAt)
      .where(sql`${table.replayedAt} is not null`),
    index("dead_events_key").on(table.eventKey),
  ],
);

import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Channel } from "./reading/read-message.ts";
import type { Layer } from "./layers/layer.ts";
import type { NewFeedback } from "./record-schemas.ts";
import type { Kind } from "./record-answers.ts";
import type { Verdict } from "./schemas.ts";

/** The stored inspections. Of the message itself there is only a keyed digest. */
export const inspections = sqliteTable(
  "inspections",
  {
    /** `insp_` and a UUIDv7, so that ids sort by time. */
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    keyId: text("key_id").notNull(),
    channel: text("channel").$type<Channel>().notNull(),
    messageHash: text("message_hash").notNull(),
    verdict: text("verdict").$type<Verdict>().notNull(),
    score: integer("score").notNull(),
    lang: text("lang").notNull(),
    layers: text("layers", { mode: "json" }).$type<Layer[]>().notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("inspections_tenant").on(table.tenantId, table.id),
    index("inspections_expiry").on(table.expiresAt),
  ],
);

/**
 * A tenant's feedback on a verdict, for training. It has the message only if the tenant sent it along.
 */
export const inspectionFeedback = sqliteTable(
  "inspection_feedback",
  {
    inspectionId: text("inspection_id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    kind: text("kind").$type<Kind>().notNull(),
    /** The verdict that would have been right. */
    label: text("label").$type<Verdict>().notNull(),
    note: text("note"),
    message: text("message", { mode: "json" }).$type<NewFeedback["message"]>(),
    by: text("by").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("inspection_feedback_expiry").on(table.expiresAt)],
);

/**
 * Idempotency-Keys of inspections: which request holds the key, for which message, and its answer,
 * encrypted under a key that is made from both.
 */
export const idempotencyKeys = sqliteTable(
  "inspection_orders",
  {
    tenantId: text("tenant_id").notNull(),
    keyHash: text("key_hash").notNull(),
    bodyHash: text("body_hash").notNull(),
    /**
     * A random mark of the request that holds the key. Another request takes over if it gives no answer
     * for too long.
     */
    claim: text("claim").notNull(),
    claimedAt: integer("claimed_at").notNull(),
    answer: text("answer"),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.keyHash] }),
    index("inspection_orders_expiry").on(table.expiresAt),
  ],
);

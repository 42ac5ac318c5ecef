import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { TOOLS } from "./tools/tool.ts";

/** What a tenant's own collector last said, for tools that have no live source. */
export const aiSnapshots = sqliteTable(
  "ai_snapshots",
  {
    tenantId: text("tenant_id").notNull(),
    tool: text("tool", { enum: TOOLS }).notNull(),
    data: text("data", { mode: "json" }).$type<unknown>().notNull(),
    collectedAt: integer("collected_at").notNull(),
    receivedAt: integer("received_at").notNull(),
    receivedFrom: text("received_from").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.tool] })],
);

/** Actions that were proposed to somebody and wait for a decision. */
export const aiActions = sqliteTable(
  "ai_actions",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    userId: text("user_id").notNull(),
    tool: text("tool", { enum: TOOLS }).notNull(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    category: text("category", {
      enum: ["create", "block", "enable", "report", "notify"],
    }).notNull(),
    source: text("source", { enum: ["rag", "agent", "mixed"] }).notNull(),
    payload: text("payload", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    payloadHash: text("payload_hash").notNull(),
    traceId: text("trace_id").notNull(),
    state: text("state", { enum: ["proposed", "approved", "rejected"] }).notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    decidedBy: text("decided_by"),
    decidedAt: integer("decided_at"),
  },
  (table) => [index("ai_actions_tenant").on(table.tenantId, table.createdAt)],
);

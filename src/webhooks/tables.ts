import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { EventType } from "./event-types.ts";
import type { EndpointFilter } from "./schemas.ts";

/**
 * A secret of an endpoint, sealed under the tenant's own key. It signs until `until`; null: for
 * good.
 */
export interface SealedSecret {
  id: string;
  sealed: string;
  until: number | null;
}

export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    url: text("url").notNull(),
    description: text("description"),
    events: text("events", { mode: "json" }).$type<EventType[]>().notNull(),
    filter: text("filter", { mode: "json" }).$type<EndpointFilter>().notNull(),
    /** Null is no limit. */
    maxPerMinute: integer("max_per_minute"),
    ordered: integer("ordered", { mode: "boolean" }).notNull().default(false),
    secrets: text("secrets", { mode: "json" }).$type<SealedSecret[]>().notNull(),
    status: text("status", { enum: ["active", "paused", "disabled"] }).notNull(),
    disabledReason: text("disabled_reason"),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("webhook_endpoints_tenant").on(table.tenantId, table.createdAt)],
);

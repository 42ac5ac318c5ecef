import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Entry } from "./schemas.ts";

/** A dictionary without `tenantId` is global: every tenant reads it. */
export const dictionaries = sqliteTable(
  "dictionaries",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id"),
    name: text("name").notNull(),
    description: text("description").notNull(),
    kind: text("kind", { enum: ["terms", "regex", "domains", "hashes"] }).notNull(),
    entries: text("entries", { mode: "json" }).$type<Entry[]>().notNull(),
    /** Size of `entries` as stored, for the bound on a tenant's total. */
    bytes: integer("bytes").notNull(),
    severity: text("severity", { enum: ["low", "medium", "high", "critical"] }).notNull(),
    language: text("language"),
    enabled: integer("enabled", { mode: "boolean" }).notNull(),
    appliesTo: text("applies_to", { mode: "json" }).$type<("agents" | "inspection")[]>().notNull(),
    tags: text("tags", { mode: "json" }).$type<string[]>().notNull(),
    version: integer("version").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("dictionaries_tenant").on(table.tenantId, table.name)],
);

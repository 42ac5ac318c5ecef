import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Source } from "./sources/source.ts";

/** Changes of operators. The address is null if they took it away. */
type SourceChanges = Omit<Partial<Source>, "address"> & { address?: string | null };

/**
 * What is stored of a source: its definition if operators made it, their changes to a built-in one, and
 * how its last feed went.
 */
export const intelSources = sqliteTable("intel_sources", {
  id: text("id").primaryKey(),
  /** The definition by operators; null for a built-in source. */
  definition: text("definition", { mode: "json" }).$type<Source>(),
  changes: text("changes", { mode: "json" }).$type<SourceChanges>().notNull(),
  /** Whether it is fetched by itself when it is due. */
  refresh: integer("refresh", { mode: "boolean" }).notNull(),
  etag: text("etag"),
  lastModified: text("last_modified"),
  checkedAt: integer("checked_at").notNull(),
  loadedAt: integer("loaded_at"),
  rows: integer("rows").notNull(),
  retained: integer("retained").notNull(),
  badLines: integer("bad_lines").notNull(),
  firstBadLines: text("first_bad_lines", { mode: "json" })
    .$type<{ line: number; reason: string }[]>()
    .notNull(),
  version: integer("version").notNull(),
  failedAt: integer("failed_at"),
  lastError: text("last_error"),
});

/** Tenants' own allow and deny entries. `value` is in canonical form, so one thing has one entry. */
export const intelEntries = sqliteTable(
  "intel_entries",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    action: text("action", { enum: ["allow", "deny"] }).notNull(),
    type: text("type", { enum: ["url", "domain", "ip", "asn", "email"] }).notNull(),
    value: text("value").notNull(),
    note: text("note").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    expiresAt: integer("expires_at"),
    /** The set that it belongs to, which a script may replace as a whole; "" for none. */
    label: text("label").notNull().default(""),
  },
  (table) => [
    uniqueIndex("intel_entries_value").on(table.tenantId, table.type, table.value),
    index("intel_entries_tenant").on(table.tenantId, table.createdAt),
  ],
);

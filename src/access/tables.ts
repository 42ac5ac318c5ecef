import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Bearer tokens made here. `tenants` null means all of them: an operator's token. */
export const accessTokens = sqliteTable("access_tokens", {
  id: text("id").primaryKey(),
  hash: text("hash").notNull(),
  last4: text("last4").notNull(),
  name: text("name").notNull(),
  permissions: text("permissions", { mode: "json" }).$type<string[]>().notNull(),
  tenants: text("tenants", { mode: "json" }).$type<string[]>(),
  createdBy: text("created_by").notNull(),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  revokedAt: integer("revoked_at"),
});

export const serviceKeys = sqliteTable("service_keys", {
  id: text("id").primaryKey(),
  hash: text("hash").notNull(),
  last4: text("last4").notNull(),
  name: text("name").notNull(),
  operations: text("operations", { mode: "json" }).$type<string[]>().notNull(),
  tenants: text("tenants", { mode: "json" }).$type<string[]>(),
  createdBy: text("created_by").notNull(),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at"),
  revokedAt: integer("revoked_at"),
});

/** Append-only: triggers in the migration refuse every update and delete. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    at: integer("at").notNull(),
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    tenantId: text("tenant_id"),
    target: text("target"),
    detail: text("detail", { mode: "json" }).$type<Record<string, unknown>>(),
    requestId: text("request_id"),
  },
  (table) => [index("audit_log_tenant").on(table.tenantId, table.seq)],
);

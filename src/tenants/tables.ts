import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { LOCATIONS } from "./locations.ts";

/** Prices are whole micro-units of the currency, so that sums are exact. */
export const plans = sqliteTable("plans", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  monthlyQuota: integer("monthly_quota").notNull(),
  currency: text("currency").notNull(),
  unitPriceMicros: integer("unit_price_micros").notNull(),
  /** How many units one call of each module takes. */
  weights: text("weights", { mode: "json" }).$type<Record<string, number>>().notNull(),
  retentionDays: integer("retention_days").notNull(),
  /** Calls a second of one key, counted by each isolate. */
  burstPerSecond: integer("burst_per_second").notNull().default(200),
});

export const tenants = sqliteTable("tenants", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  plan: text("plan").notNull(),
  /** A downgrade, which waits for the period `nextPlanFrom` (`YYYY-MM`). */
  nextPlan: text("next_plan"),
  nextPlanFrom: text("next_plan_from"),
  /** Overrides the plan's quota. */
  monthlyQuota: integer("monthly_quota"),
  /** Where its objects were asked to be when it was made; null: near their first caller. */
  location: text("location", { enum: LOCATIONS }),
  status: text("status", { enum: ["active", "suspended", "closed"] }).notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    hash: text("hash").notNull(),
    last4: text("last4").notNull(),
    name: text("name").notNull(),
    note: text("note"),
    /** A bit mask over MODULES. */
    scopes: integer("scopes").notNull(),
    allowedAddresses: text("allowed_addresses", { mode: "json" }).$type<string[]>().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at"),
    /** Units that the key may spend in a month; null: no cap. */
    monthlyCap: integer("monthly_cap"),
    disabledAt: integer("disabled_at"),
    deletedAt: integer("deleted_at"),
    /** The key that replaced this one. */
    replacedBy: text("replaced_by"),
  },
  (table) => [index("api_keys_tenant").on(table.tenantId, table.createdAt)],
);

/**
 * Hours of usage, as the tenant's gate counted them. Written with absolute values, so that repeating
 * does no harm.
 */
export const usageHours = sqliteTable(
  "usage_hours",
  {
    tenantId: text("tenant_id").notNull(),
    hour: text("hour").notNull(),
    priceId: text("price_id").notNull(),
    module: text("module").notNull(),
    keyId: text("key_id").notNull(),
    calls: integer("calls").notNull(),
    units: integer("units").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.tenantId, table.hour, table.priceId, table.module, table.keyId],
    }),
  ],
);

/** What happened to a tenant and is to be told, mostly by webhooks. */
export const tenantEvents = sqliteTable(
  "tenant_events",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    type: text("type").notNull(),
    data: text("data", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    createdAt: integer("created_at").notNull(),
    dispatchedAt: integer("dispatched_at"),
  },
  (table) => [
    index("tenant_events_waiting").on(table.dispatchedAt, table.createdAt),
    index("tenant_events_made").on(table.tenantId, table.createdAt),
  ],
);

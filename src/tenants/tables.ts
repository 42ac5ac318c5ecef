import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Prices are integer micro-units of the currency, so that sums are exact. */
export const plans = sqliteTable("plans", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  monthlyQuota: integer("monthly_quota").notNull(),
  currency: text("currency").notNull(),
  unitPriceMicros: integer("unit_price_micros").notNull(),
  /** Units that one call of a module takes. */
  weights: text("weights", { mode: "json" }).$type<Record<string, number>>().notNull(),
  retentionDays: integer("retention_days").notNull(),
});

export const tenants = sqliteTable("tenants", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  plan: text("plan").notNull(),
  /** Overrides the plan's. */
  monthlyQuota: integer("monthly_quota"),
  status: text("status", { enum: ["active", "suspended", "closed"] }).notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

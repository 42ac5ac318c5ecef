import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Which tenants have a keyring, and the root that all its keys are wrapped under. */
export const keyrings = sqliteTable(
  "keyrings",
  {
    tenantId: text("tenant_id").primaryKey(),
    /** `SEVERAL_ROOTS` while its keys are not all under the same. */
    rootId: integer("root_id").notNull(),
    provisionedAt: integer("provisioned_at").notNull(),
    /** When its keys were last moved to another root. */
    movedAt: integer("moved_at"),
    failedAt: integer("failed_at"),
    failure: text("failure"),
  },
  (table) => [index("keyrings_root").on(table.rootId, table.tenantId)],
);

/** Every root ever seen. The fingerprint shows if another root was given the same number. */
export const encryptionRoots = sqliteTable("encryption_roots", {
  id: integer("id").primaryKey(),
  fingerprint: text("fingerprint").notNull(),
  firstSeenAt: integer("first_seen_at").notNull(),
  /** When it was first missing from the configuration; null while it is there. */
  goneAt: integer("gone_at"),
});

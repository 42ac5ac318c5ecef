import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ROLES } from "./permissions.ts";

/** Bearer tokens made here. `tenants` null: all tenants, for an operator's token. */
export const accessTokens = sqliteTable(
  "access_tokens",
  {
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
    /** The owner: who made it, or made the token that made it. Missing in older rows. */
    personId: text("person_id"),
  },
  (table) => [
    index("access_tokens_created_by").on(table.createdBy),
    index("access_tokens_person").on(table.personId),
  ],
);

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
  (table) => [
    index("audit_log_tenant").on(table.tenantId, table.seq),
    index("audit_log_actor").on(table.actor, table.seq),
    index("audit_log_action").on(table.action, table.seq),
    index("audit_log_at").on(table.at),
  ],
);

/** Tenants whose data is being erased or is gone. A row stays for ever. */
export const tenantErasures = sqliteTable(
  "tenant_erasures",
  {
    tenantId: text("tenant_id").primaryKey(),
    askedBy: text("asked_by").notNull(),
    askedAt: integer("asked_at").notNull(),
    /** Where the erasure continues: the name of an eraser, and how far that has come. */
    step: text("step").notNull(),
    place: text("place").notNull(),
    /** How much was found since the last pass through all erasers began. */
    found: integer("found").notNull(),
    counts: text("counts", { mode: "json" }).$type<Record<string, number>>().notNull(),
    /** Grows with each turn, so that a turn that was overtaken stops. */
    turn: integer("turn").notNull(),
    failedAt: integer("failed_at"),
    failure: text("failure"),
    endedAt: integer("ended_at"),
  },
  (table) => [index("tenant_erasures_open").on(table.endedAt, table.askedAt)],
);

/** People who sign in to the portal. `tenants` null: operators, who reach all. */
export const people = sqliteTable("people", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  role: text("role", { enum: ROLES }).notNull(),
  tenants: text("tenants", { mode: "json" }).$type<string[]>(),
  createdBy: text("created_by").notNull(),
  createdAt: integer("created_at").notNull(),
  disabledAt: integer("disabled_at"),
  /** When the person's identity provider last gave them no place here; null again once it does. */
  withdrawnAt: integer("withdrawn_at"),
});

/** One-time sign-in links. Only the hash is stored. */
export const invites = sqliteTable("invites", {
  id: text("id").primaryKey(),
  hash: text("hash").notNull(),
  personId: text("person_id").notNull(),
  createdBy: text("created_by").notNull(),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  usedAt: integer("used_at"),
});

export const sessions = sqliteTable(
  "sessions",
  {
    hash: text("hash").primaryKey(),
    personId: text("person_id").notNull(),
    createdAt: integer("created_at").notNull(),
    seenAt: integer("seen_at").notNull(),
    endedAt: integer("ended_at"),
    /** When a passkey last proved the person. */
    provenAt: integer("proven_at"),
  },
  (table) => [index("sessions_person").on(table.personId)],
);

export const passkeys = sqliteTable(
  "passkeys",
  {
    /** The credential's own id, base64url. */
    id: text("id").primaryKey(),
    personId: text("person_id").notNull(),
    name: text("name").notNull(),
    publicKey: text("public_key").notNull(),
    counter: integer("counter").notNull(),
    transports: text("transports", { mode: "json" }).$type<string[]>().notNull(),
    createdAt: integer("created_at").notNull(),
    usedAt: integer("used_at"),
  },
  (table) => [index("passkeys_person").on(table.personId)],
);

/** Challenges that were answered. Unanswered ones are not stored. */
export const spentChallenges = sqliteTable("spent_challenges", {
  hash: text("hash").primaryKey(),
  at: integer("at").notNull(),
});

/** Forms of the portal that were sent; a form that comes again is not carried out. */
export const sentForms = sqliteTable(
  "sent_forms",
  {
    hash: text("hash").primaryKey(),
    at: integer("at").notNull(),
    /** Null: still running, or its Worker died, or an older version took it, which noted no end. */
    doneAt: integer("done_at"),
  },
  (table) => [index("sent_forms_at").on(table.at)],
);

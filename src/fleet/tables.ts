import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { NO_COUNTERS, type Counters } from "./agent/count.ts";
import type { BulkAction, StopReason } from "./bulk/actions.ts";
import type { PolicyRevision } from "./policies/pick-policy.ts";
import { STATE_FACTS } from "./state-sql.ts";

type Json = Record<string, unknown>;

/** The enrolment of an agent, with what lists need of its last state. */
export const agents = sqliteTable(
  "agents",
  {
    agentId: text("agent_id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    role: text("role").notNull(),
    region: text("region").notNull(),
    codeId: text("code_id").notNull(),
    /** The policy of its code, stored here because a code may be deleted before its agents. */
    codePolicyId: text("code_policy_id"),
    enrolledAt: integer("enrolled_at").notNull(),
    revokedAt: integer("revoked_at"),
    /**
     * The number of the update, given by the agent's object; an older one never replaces a newer one.
     */
    seq: integer("seq").notNull(),
    lastSeen: integer("last_seen").notNull().default(0),
    watched: integer("watched", { mode: "boolean" }).notNull().default(false),
    intervalS: integer("interval_s").notNull(),
    health: text("health"),
    conflict: integer("conflict", { mode: "boolean" }).notNull().default(false),
    certFingerprint: text("cert_fingerprint").notNull(),
    certNotAfter: integer("cert_not_after").notNull(),
    certExpiringFrom: integer("cert_expiring_from").notNull(),
    version: text("version"),
    policyId: text("policy_id").notNull(),
    policyRevision: integer("policy_revision").notNull(),
    /** The revision that it last said it runs of `policyId`; null if it named another policy. */
    reportedRevision: integer("reported_revision"),
    /** The policy that it last said it runs, whichever it was told. Null in rows of an older version. */
    reportedPolicy: text("reported_policy", { mode: "json" }).$type<PolicyRevision>(),
    hostname: text("hostname"),
    machineId: text("machine_id"),
    os: text("os"),
    labels: text("labels", { mode: "json" }).$type<Record<string, string>>().notNull(),
    lastIp: text("last_ip"),
    colo: text("colo"),
    country: text("country"),
    clockSkewS: integer("clock_skew_s"),
    /** The counts of the 24 hours before the last update of this row. */
    counters: text("counters", { mode: "json" }).$type<Counters>().notNull().default(NO_COUNTERS),
    /** The lower-case text in which `q` is searched. */
    search: text("search").notNull(),
  },
  (table) => [
    index("agents_seen").on(sql`${table.lastSeen} desc`, table.agentId),
    index("agents_tenant_seen").on(table.tenantId, sql`${table.lastSeen} desc`, table.agentId),
    // Has everything that the effective state is made of: counting reads only this index and no wide
    // rows.
    index("agents_now").on(
      table.tenantId,
      ...STATE_FACTS.map((fact) => sql.raw(fact)),
      table.role,
      table.region,
    ),
    // For filters: the first for versions, and has what gives an agent its policy.
    index("agents_version").on(table.tenantId, table.version, table.codePolicyId, table.role),
    index("agents_certificate_end").on(table.tenantId, table.certNotAfter),
    index("agents_machine").on(table.tenantId, table.machineId),
    index("agents_conflict")
      .on(table.tenantId, table.agentId)
      .where(sql`${table.conflict} = 1`),
  ],
);

/** One existing agent for each key, so that a cloned disk cannot enrol again with it. */
export const agentKeys = sqliteTable(
  "agent_keys",
  {
    keyFingerprint: text("key_fingerprint").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    agentId: text("agent_id").notNull(),
  },
  (table) => [index("agent_keys_agent").on(table.agentId)],
);

/** The agents of certificates that do not name them, by fingerprint. */
export const agentCertificates = sqliteTable(
  "agent_certificates",
  {
    fingerprint: text("fingerprint").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    agentId: text("agent_id").notNull(),
    /** Null in rows of an older version, which stay. */
    notAfter: integer("not_after"),
    /** When the CA last gave it to another agent, which was refused; null: never. */
    givenAgainAt: integer("given_again_at"),
  },
  ({ givenAgainAt, notAfter }) => [
    index("agent_certificates_end")
      .on(notAfter)
      .where(sql`${notAfter} is not null`),
    index("agent_certificates_given_again")
      .on(givenAgainAt)
      .where(sql`${givenAgainAt} is not null`),
  ],
);

export const enrollmentCodes = sqliteTable(
  "enrollment_codes",
  {
    id: text("id").primaryKey(),
    hash: text("hash").notNull(),
    last4: text("last4").notNull(),
    tenantId: text("tenant_id").notNull(),
    roles: text("roles", { mode: "json" }).$type<string[]>().notNull(),
    region: text("region").notNull(),
    policyId: text("policy_id"),
    maxUses: integer("max_uses").notNull(),
    used: integer("used").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    revokedAt: integer("revoked_at"),
  },
  ({ tenantId, createdAt, expiresAt, revokedAt }) => [
    index("enrollment_codes_tenant").on(tenantId, createdAt),
    index("enrollment_codes_end").on(expiresAt),
    index("enrollment_codes_revoked")
      .on(revokedAt)
      .where(sql`${revokedAt} is not null`),
  ],
);

export const policies = sqliteTable(
  "policies",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    name: text("name").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("policies_tenant").on(table.tenantId, table.createdAt)],
);

export const policyRevisions = sqliteTable(
  "policy_revisions",
  {
    policyId: text("policy_id").notNull(),
    revision: integer("revision").notNull(),
    document: text("document", { mode: "json" }).$type<Json>().notNull(),
    intervalS: integer("interval_s").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.policyId, table.revision] })],
);

/** Role "" stands for every role that has no policy of its own. */
export const policyAssignments = sqliteTable(
  "policy_assignments",
  {
    tenantId: text("tenant_id").notNull(),
    role: text("role").notNull(),
    policyId: text("policy_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.role] })],
);

export const fleetSettings = sqliteTable("fleet_settings", {
  tenantId: text("tenant_id").primaryKey(),
  requireNewKey: integer("require_new_key", { mode: "boolean" }).notNull(),
  lockOnConflict: integer("lock_on_conflict", { mode: "boolean" }).notNull(),
  certificateDays: integer("certificate_days").notNull(),
  renewBefore: integer("renew_before"),
  /** Percent of the policy's check-in interval; more than 100 reduces the load. */
  intervalPercent: integer("interval_percent").notNull(),
});

/** One order that was given for many agents at once. */
export const bulkOrders = sqliteTable(
  "bulk_orders",
  {
    id: text("id").primaryKey(),
    /** Null if an operator gave it for the agents of all tenants. */
    tenantId: text("tenant_id"),
    action: text("action").$type<BulkAction>().notNull(),
    /** What the agents were found by; null if they were named one by one. */
    filter: text("filter", { mode: "json" }).$type<Json>(),
    total: integer("total").notNull(),
    done: integer("done").notNull(),
    /** How many had left before their turn came. */
    gone: integer("gone").notNull(),
    failed: integer("failed").notNull(),
    askedBy: text("asked_by").notNull(),
    requestId: text("request_id"),
    askedAt: integer("asked_at").notNull(),
    /** The hash of its asker and Idempotency-Key, and of what was asked for under it. */
    orderKey: text("order_key").unique(),
    orderHash: text("order_hash").notNull(),
    cancelledAt: integer("cancelled_at"),
    endedAt: integer("ended_at"),
    failedAt: integer("failed_at"),
    /** Why we stopped it ourselves. */
    stopReason: text("stop_reason").$type<StopReason>(),
  },
  ({ tenantId, id, endedAt, askedAt }) => [
    index("bulk_orders_tenant").on(tenantId, id),
    index("bulk_orders_end").on(endedAt, askedAt),
  ],
);

/** The agents of an order that wait for their turn or have failed; one that is done has no row. */
export const bulkAgents = sqliteTable(
  "bulk_agents",
  {
    orderId: text("order_id").notNull(),
    tries: integer("tries").notNull(),
    agentId: text("agent_id").notNull(),
    tenantId: text("tenant_id").notNull(),
    reason: text("reason").$type<"overloaded" | "failed">(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.tries, table.agentId] })],
);

import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { CaseResult, EvaluationCase } from "./prompts/evaluation-schemas.ts";
import type { Placed, PromptConfig, Templates } from "./prompts/version-schemas.ts";
import type { OwnProvider } from "./providers/own-provider.ts";
import type { StoredSettings } from "./settings/schemas.ts";
import { TOOLS } from "./tools/tool.ts";
import { OUTCOMES, UNITS } from "./usage/outcome.ts";

/** The last data that a tenant's own collector sent, for tools that have no live source. */
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

/** Actions that were proposed to a user, with what was decided and what came of it. */
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
    state: text("state", {
      enum: ["proposed", "approved", "rejected", "executed", "failed"],
    }).notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    decidedBy: text("decided_by"),
    decidedAt: integer("decided_at"),
    /** The Idempotency-Key of the decision, by which a repeated request is recognised. */
    decisionKey: text("decision_key"),
    /** The version of the rules under which it was proposed; see actions/recheck.ts. */
    policyVersion: integer("policy_version").notNull().default(1),
    startedBy: text("started_by"),
    startedAt: integer("started_at"),
    finishedAt: integer("finished_at"),
    outcome: text("outcome"),
    /** The person behind `userId`, if that is known. Older rows lack it. */
    personId: text("person_id"),
  },
  (table) => [
    index("ai_actions_tenant").on(table.tenantId, table.createdAt),
    uniqueIndex("ai_actions_decision_key").on(table.tenantId, table.decisionKey),
    index("ai_actions_undecided")
      .on(table.tenantId, table.userId)
      .where(sql`${table.state} = 'proposed'`),
  ],
);

/**
 * Append-only: triggers in the migration refuse every update and delete. The owner `*` has the global
 * ones.
 */
export const promptVersions = sqliteTable(
  "prompt_versions",
  {
    owner: text("owner").notNull(),
    name: text("name").notNull(),
    version: integer("version").notNull(),
    template: text("template", { mode: "json" }).$type<Templates>().notNull(),
    variables: text("variables", { mode: "json" }).$type<Record<string, string>>().notNull(),
    config: text("config", { mode: "json" }).$type<PromptConfig>().notNull(),
    sha256: text("sha256").notNull(),
    commitMessage: text("commit_message").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.name, table.version] })],
);

/** The versions behind a label, each with the share of users who get it. */
export const promptLabels = sqliteTable(
  "prompt_labels",
  {
    owner: text("owner").notNull(),
    name: text("name").notNull(),
    label: text("label").notNull(),
    versions: text("versions", { mode: "json" }).$type<Placed[]>().notNull(),
    protected: integer("protected", { mode: "boolean" }).notNull(),
    movedBy: text("moved_by").notNull(),
    movedAt: integer("moved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.name, table.label] })],
);

/** Every move of a label, also those that wait for a second person. */
export const promptMoves = sqliteTable(
  "prompt_moves",
  {
    id: text("id").primaryKey(),
    owner: text("owner").notNull(),
    name: text("name").notNull(),
    label: text("label").notNull(),
    versions: text("versions", { mode: "json" }).$type<Placed[]>().notNull(),
    protected: integer("protected", { mode: "boolean" }).notNull(),
    state: text("state", { enum: ["pending", "applied", "rejected"] }).notNull(),
    requestedBy: text("requested_by").notNull(),
    requestedAt: integer("requested_at").notNull(),
    decidedBy: text("decided_by"),
    decidedAt: integer("decided_at"),
    /** The person behind `requestedBy`, if that is known. Older rows lack it. */
    personId: text("person_id"),
  },
  (table) => [index("prompt_moves_label").on(table.owner, table.name, table.label)],
);

/** The result of running a version over its cases. */
export const promptEvaluations = sqliteTable(
  "prompt_evaluations",
  {
    id: text("id").primaryKey(),
    /**
     * The tenant in which it ran. `scope` is the tenant for which it counts: `*` if an operator ran it.
     */
    tenantId: text("tenant_id").notNull(),
    scope: text("scope").notNull(),
    owner: text("owner").notNull(),
    name: text("name").notNull(),
    version: integer("version").notNull(),
    sha256: text("sha256").notNull(),
    suite: text("suite").notNull(),
    cases: text("cases", { mode: "json" }).$type<EvaluationCase[]>().notNull(),
    results: text("results", { mode: "json" }).$type<CaseResult[]>().notNull(),
    passed: integer("passed", { mode: "boolean" }).notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("prompt_evaluations_version").on(table.owner, table.name, table.version),
    index("prompt_evaluations_tenant").on(table.tenantId, table.createdAt),
  ],
);

/** One row for each call of a provider. Money is integer millionths of a dollar. */
export const aiCalls = sqliteTable(
  "ai_calls",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    userId: text("user_id").notNull(),
    operation: text("operation").notNull(),
    provider: text("provider").notNull(),
    model: text("model").notNull(),
    unit: text("unit", { enum: UNITS }).notNull(),
    /** Null if the provider did not say. */
    unitsIn: integer("units_in"),
    unitsOut: integer("units_out"),
    /** Null if the price or what was used is unknown. */
    costMicros: integer("cost_micros"),
    pricingVersion: text("pricing_version"),
    latencyMs: integer("latency_ms").notNull(),
    statusCode: integer("status_code"),
    outcome: text("outcome", { enum: OUTCOMES }).notNull(),
    traceId: text("trace_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("ai_calls_tenant").on(table.tenantId, table.createdAt)],
);

/**
 * Append-only, as the versions of a prompt: a new price is a new row. In micro-USD per million units.
 */
export const aiPrices = sqliteTable(
  "ai_prices",
  {
    provider: text("provider").notNull(),
    model: text("model").notNull(),
    validFrom: integer("valid_from").notNull(),
    unit: text("unit", { enum: UNITS }).notNull(),
    inputPerMillion: integer("input_per_million").notNull(),
    cachedInputPerMillion: integer("cached_input_per_million").notNull(),
    outputPerMillion: integer("output_per_million").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.model, table.validFrom] })],
);

/** A tenant's own settings: order of providers, models, limits, budget. */
export const aiSettings = sqliteTable("ai_settings", {
  tenantId: text("tenant_id").primaryKey(),
  settings: text("settings", { mode: "json" }).$type<StoredSettings>().notNull(),
  updatedBy: text("updated_by").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** A tenant's own providers. Their keys are sealed under the tenant's own encryption key. */
export const aiProviders = sqliteTable(
  "ai_providers",
  {
    tenantId: text("tenant_id").notNull(),
    name: text("name").notNull(),
    provider: text("provider", { mode: "json" }).$type<OwnProvider>().notNull(),
    sealedKey: text("sealed_key"),
    keyLast4: text("key_last4"),
    updatedBy: text("updated_by").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.name] })],
);

import * as z from "zod";
import { time, pageSchema } from "../http/contract/index.ts";
import { HEALTHS } from "./agent/report.ts";
import { POLICY_STATUSES } from "./agent/views.ts";
import { LIFECYCLES, STATES } from "./effective-state.ts";
import { VERSION_STATUSES } from "./semver.ts";

export const policyState = z.strictObject({
  id: z.string(),
  desired_revision: z.int(),
  reported_revision: z.int().nullable(),
  policy_status: z.enum(POLICY_STATUSES),
});

export const versionStatus = { version_status: z.enum(VERSION_STATUSES) };

/** What only operators see in addition. */
export const connection = {
  last_ip: z.string().nullable(),
  colo: z.string().nullable(),
  country: z.string().nullable(),
  clock_skew_s: z.int().nullable(),
  counters: z.strictObject({
    checkins_24h: z.int(),
    events_24h: z.int(),
    rejected_24h: z.int(),
  }),
};

/** The first fields of every view of an agent. */
export const named = {
  agent_id: z.string(),
  tenant_id: z.string(),
  role: z.string(),
  region: z.string(),
  status: z.enum(LIFECYCLES),
  effective_state: z.enum(STATES),
};

const item = {
  ...named,
  enrolled_at: time,
  last_seen_at: time.nullable(),
  checkin_interval_s: z.int(),
  hostname: z.string().nullable(),
  machine_id: z.string().nullable(),
  os: z.string().nullable(),
  agent: z.strictObject({ version: z.string().nullable(), ...versionStatus }),
  health: z.enum(HEALTHS).nullable(),
  policy: policyState,
  cert: z.strictObject({ fingerprint_sha256: z.string(), not_after: time }),
  labels: z.record(z.string(), z.string()),
  conflict: z.boolean(),
};

export const agentPage = pageSchema(z.strictObject(item).meta({ id: "AgentListItem" }));

export const collectorPage = pageSchema(
  z.strictObject({ ...item, ...connection }).meta({ id: "CollectorListItem" }),
);

const byState = z.strictObject(Object.fromEntries(STATES.map((state) => [state, z.int()])));

export const fleetSummary = z
  .strictObject({
    generated_at: time,
    thresholds: z.record(z.string(), z.int()),
    totals: z.strictObject({ total: z.int(), by_state: byState }),
    tenants: z.array(z.strictObject({ tenant_id: z.string(), total: z.int(), by_state: byState })),
  })
  .meta({ id: "FleetSummary" });

export const eventPage = pageSchema(
  z
    .looseObject({
      event_id: z.string().nullable(),
      received_at: time,
      published: z.boolean(),
      source: z
        .enum(["agent", "server"])
        .optional()
        .describe("Who made it, whatever its type says."),
    })
    .meta({ id: "StoredEvent" }),
);

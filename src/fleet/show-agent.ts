import { timeOf } from "../platform/index.ts";
import { COUNTED_MS, NO_COUNTERS } from "./agent/count.ts";
import { policyView, timeOrNever } from "./agent/views.ts";
import { lifecycleOf } from "./effective-state.ts";
import type { ListedAgent } from "./list-store.ts";
import { versionStatus, type WantedVersions } from "./semver.ts";
import { spreadInterval } from "./spread.ts";

export function showAgent({ row, state, desired }: ListedAgent, versions: WantedVersions) {
  return {
    agent_id: row.agentId,
    tenant_id: row.tenantId,
    role: row.role,
    region: row.region,
    status: lifecycleOf(row),
    effective_state: state,
    enrolled_at: timeOf(row.enrolledAt),
    last_seen_at: timeOrNever(row.lastSeen),
    checkin_interval_s: spreadInterval(row.agentId, row.intervalS),
    hostname: row.hostname,
    machine_id: row.machineId,
    os: row.os,
    agent: { version: row.version, version_status: versionStatus(row.version, versions) },
    health: row.health,
    policy: policyView(desired, reportedIn(row)),
    cert: { fingerprint_sha256: row.certFingerprint, not_after: timeOf(row.certNotAfter) },
    labels: row.labels,
    conflict: row.conflict,
  };
}

/** What it last reported; in rows of an older version only known of the policy that it was told. */
function reportedIn({ policyId, reportedRevision, reportedPolicy }: ListedAgent["row"]) {
  return reportedRevision === null ? reportedPolicy : { policyId, revision: reportedRevision };
}

export function showCollector(agent: ListedAgent, versions: WantedVersions, now: number) {
  const { lastIp, colo, country, clockSkewS, lastSeen, counters } = agent.row;
  return {
    ...showAgent(agent, versions),
    last_ip: lastIp,
    colo,
    country,
    clock_skew_s: clockSkewS,
    counters: now - lastSeen > COUNTED_MS ? NO_COUNTERS : counters,
  };
}

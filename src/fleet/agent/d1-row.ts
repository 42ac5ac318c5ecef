import { expiringFrom } from "../../certificates/renewal-window.ts";
import type { agents } from "../tables.ts";
import { sumCounts } from "./count.ts";
import type { UntoldNote } from "./changes-for-d1.ts";
import type { AgentRecord } from "./record.ts";
import { readReport, revisionOf } from "./report.ts";

export type AgentRow = typeof agents.$inferSelect;

/** What has to be written to D1: the agent's row, and the audit notes of its last changes. */
export interface D1Update {
  row: AgentRow;
  notes: UntoldNote[];
}

export function d1UpdateOf(record: AgentRecord): D1Update {
  return { row: agentRowOf(record), notes: record.profile.untold ?? [] };
}

const MAX_SEARCH = 2_048;

/** The row in D1's table `agents` for this record. */
export function agentRowOf({ identity, slots, profile, pulse }: AgentRecord): AgentRow {
  const report = readReport(profile);
  return {
    agentId: identity.agentId,
    tenantId: identity.tenantId,
    role: profile.role,
    region: identity.region,
    codeId: identity.codeId,
    codePolicyId: identity.policyId,
    enrolledAt: identity.enrolledAt,
    revokedAt: profile.revokedAt,
    seq: profile.seq,
    lastSeen: pulse.lastSeen,
    watched: profile.watched,
    intervalS: profile.intervalS,
    health: report.health,
    conflict: profile.conflict !== null,
    certFingerprint: slots.current.fingerprint,
    certNotAfter: slots.current.notAfter,
    certExpiringFrom: Math.trunc(expiringFrom(slots.current)),
    version: report.version,
    policyId: profile.policyId,
    policyRevision: profile.policyRevision,
    reportedRevision: revisionOf(profile.policyId, report.policy),
    reportedPolicy: report.policy,
    hostname: report.hostname,
    machineId: report.machineId,
    os: report.os,
    labels: identity.labels,
    lastIp: pulse.lastIp,
    colo: pulse.colo,
    country: pulse.country,
    clockSkewS: pulse.clockSkewS,
    counters: sumCounts(pulse, pulse.lastSeen),
    search: searchText([
      identity.agentId,
      report.hostname,
      report.machineId,
      pulse.lastIp,
      ...Object.entries(identity.labels).map(([name, value]) => `${name}=${value}`),
      ...report.addresses,
    ]),
  };
}

function searchText(parts: (string | null)[]): string {
  return parts
    .filter((part) => part !== null)
    .join("\n")
    .toLowerCase()
    .slice(0, MAX_SEARCH)
    .toWellFormed();
}

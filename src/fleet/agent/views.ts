import { timeOf } from "../../platform/index.ts";
import { certificateStatus, renewalWindow } from "../../certificates/renewal-window.ts";
import { type HeldCertificate, lapsePending, type Slots } from "../../certificates/slots.ts";
import { effectiveState, lifecycleOf, stateReasons } from "../effective-state.ts";
import { versionStatus, type WantedVersions } from "../semver.ts";
import {
  type DesiredPolicy,
  pickPolicy,
  type PolicyRevision,
  type TenantPolicies,
} from "../policies/pick-policy.ts";
import { spreadInterval } from "../spread.ts";
import { sumCounts } from "./count.ts";
import { factsOf } from "./facts.ts";
import type { AgentRecord } from "./record.ts";
import { fieldsOf, readReport, revisionOf } from "./report.ts";

export interface ViewOptions {
  now: number;
  versions: WantedVersions;
  renewBefore: number | null;
  policies: TenantPolicies;
}

/** Shows 0 as null: it means "not yet". */
export const timeOrNever = (at: number | null): string | null =>
  at === null || at === 0 ? null : timeOf(at);

/** `GET /agents/me`: what an agent needs to know about itself. */
export function viewOfSelf(record: AgentRecord, options: ViewOptions) {
  const { identity, profile, pulse, slots } = record;
  const { now, versions } = options;
  const interval = spreadInterval(identity.agentId, profile.intervalS);
  const policy = lastToldPolicy(record, options.policies);
  const window = renewalWindow(identity.agentId, slots.current, options.renewBefore);
  return {
    agent_id: identity.agentId,
    tenant_id: identity.tenantId,
    role: profile.role,
    region: identity.region,
    status: lifecycleOf({ revokedAt: profile.revokedAt, lastSeen: pulse.lastSeen }),
    effective_state: effectiveState(factsOf(record), now),
    policy: { id: policy.policyId, revision: policy.revision },
    checkin: {
      interval_s: interval,
      next_at: timeOrNever(pulse.lastSeen === 0 ? null : pulse.lastSeen + interval * 1000),
    },
    cert: {
      fingerprint: slots.current.fingerprint,
      // The same under the name that is used everywhere else.
      fingerprint_sha256: slots.current.fingerprint,
      not_after: timeOf(slots.current.notAfter),
      cert_status: certificateStatus(identity.agentId, slots, now, options.renewBefore),
      renewal_window: {
        start: timeOf(window.start),
        end: timeOf(window.end),
        at: timeOf(window.at),
      },
      ...pendingView(slots),
    },
    agent: {
      min_version: versions.min,
      recommended_version: versions.recommended,
      version_status: versionStatus(readReport(profile).version, versions),
    },
    server_time: timeOf(now),
  };
}

/**
 * The policy that the agent was last told. If that was deleted, the one that it will be told next.
 */
function lastToldPolicy(
  { identity, profile }: AgentRecord,
  policies: TenantPolicies,
): DesiredPolicy {
  const { policyId, policyRevision: revision, role } = profile;
  return Object.hasOwn(policies.byId, policyId)
    ? { policyId, revision }
    : pickPolicy(policies, role, identity.policyId);
}

/** `GET /agents/{id}`: what operators and the tenant's own staff see. */
export function viewInDetail(record: AgentRecord, options: ViewOptions) {
  const { identity, profile, pulse } = record;
  const { now, versions, renewBefore } = options;
  // A silent agent makes no call that would drop it.
  const slots = lapsePending(record.slots, now);
  const report = readReport(profile);
  const facts = factsOf(record);
  const interval = spreadInterval(identity.agentId, profile.intervalS);
  const desired = pickPolicy(options.policies, profile.role, identity.policyId);
  return {
    agent_id: identity.agentId,
    tenant_id: identity.tenantId,
    role: profile.role,
    reported_role: profile.reportedRole,
    region: identity.region,
    enrolled_at: timeOf(identity.enrolledAt),
    enrolled_via: identity.codeId,
    status: lifecycleOf({ revokedAt: profile.revokedAt, lastSeen: pulse.lastSeen }),
    effective_state: effectiveState(facts, now),
    reasons: stateReasons({ ...facts, enrolledAt: identity.enrolledAt }, now),
    last_seen_at: timeOrNever(pulse.lastSeen),
    checkin_interval_s: interval,
    next_expected_at: timeOrNever(pulse.lastSeen === 0 ? null : pulse.lastSeen + interval * 1000),
    machine: fieldsOf(profile.machine),
    agent: {
      ...fieldsOf(profile.agent),
      version_status: versionStatus(report.version, versions),
    },
    health: fieldsOf(profile.status),
    policy: policyView(desired, report.policy),
    cert: {
      ...certificateView(slots.current),
      cert_status: certificateStatus(identity.agentId, slots, now, renewBefore),
      reported: fieldsOf(profile.cert),
      ...pendingView(slots),
    },
    labels: identity.labels,
    conflict: {
      flag: profile.conflict !== null,
      since: timeOrNever(profile.conflict?.since ?? null),
      evidence: profile.conflict?.evidence ?? [],
    },
  };
}

/** What only operators see in addition to the detail. */
export function viewOfConnection({ pulse }: AgentRecord, now: number) {
  return {
    last_ip: pulse.lastIp,
    colo: pulse.colo,
    country: pulse.country,
    clock_skew_s: pulse.clockSkewS,
    counters: sumCounts(pulse, now),
  };
}

/** A report of another policy says nothing of the one that is wanted. */
export function policyView({ policyId: id, revision }: DesiredPolicy, said: PolicyRevision | null) {
  const reported = revisionOf(id, said);
  return {
    id,
    desired_revision: revision,
    reported_revision: reported,
    policy_status: policyStatus(revision, reported),
  };
}

export const POLICY_STATUSES = ["in_sync", "outdated", "unknown"] as const;

function policyStatus(desired: number, reported: number | null): (typeof POLICY_STATUSES)[number] {
  if (reported === null) return "unknown";
  return reported === desired ? "in_sync" : "outdated";
}

function pendingView({ pending }: Slots) {
  return pending === null ? {} : { pending: certificateView(pending) };
}

function certificateView({ fingerprint, serial, notBefore, notAfter }: HeldCertificate) {
  return {
    fingerprint_sha256: fingerprint,
    serial,
    not_before: timeOf(notBefore),
    not_after: timeOf(notAfter),
  };
}

/** Detail and connection as JSON. */
export function viewsOf(record: AgentRecord, options: ViewOptions) {
  return {
    agent: JSON.stringify(viewInDetail(record, options)),
    connection: JSON.stringify(viewOfConnection(record, options.now)),
  };
}

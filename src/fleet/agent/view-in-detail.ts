import { timeOf } from "../../platform/index.ts";
import { certificateStatus } from "../../certificates/renewal-window.ts";
import { lapsePending } from "../../certificates/slots.ts";
import { effectiveState, lifecycleOf, stateReasons } from "../effective-state.ts";
import { pickPolicy } from "../policies/pick-policy.ts";
import { versionStatus } from "../semver.ts";
import { sumCounts } from "./count.ts";
import { factsOf } from "./facts.ts";
import type { AgentRecord } from "./record.ts";
import { fieldsOf, readReport } from "./report.ts";
import {
  certificateView,
  intervalOf,
  nextCheckIn,
  pendingView,
  policyView,
  timeOrNever,
  type ViewOptions,
} from "./views.ts";

/** Detail and connection as JSON. */
export function viewsOf(record: AgentRecord, options: ViewOptions) {
  return {
    agent: JSON.stringify(viewInDetail(record, options)),
    connection: JSON.stringify(viewOfConnection(record, options.now)),
  };
}

/** `GET /agents/{id}`: what operators and the tenant's own staff see. */
export function viewInDetail(record: AgentRecord, options: ViewOptions) {
  const { identity, profile, pulse } = record;
  const { now, versions, renewBefore } = options;
  // A silent agent makes no call that would drop it.
  const slots = lapsePending(record.slots, now);
  const report = readReport(profile);
  const facts = factsOf(record);
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
    checkin_interval_s: intervalOf(record),
    next_expected_at: nextCheckIn(record),
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

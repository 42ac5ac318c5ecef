import { timeOf } from "../../platform/index.ts";
import { certificateStatus, renewalWindow } from "../../certificates/renewal-window.ts";
import { effectiveState, lifecycleOf } from "../effective-state.ts";
import { type DesiredPolicy, pickPolicy, type TenantPolicies } from "../policies/pick-policy.ts";
import { versionStatus } from "../semver.ts";
import { factsOf } from "./facts.ts";
import type { AgentRecord } from "./record.ts";
import { readReport } from "./report.ts";
import { intervalOf, nextCheckIn, pendingView, type ViewOptions } from "./views.ts";

/** `GET /agents/me`: what an agent needs to know about itself. */
export function viewOfSelf(record: AgentRecord, options: ViewOptions) {
  const { identity, profile, pulse, slots } = record;
  const { now, versions } = options;
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
    checkin: { interval_s: intervalOf(record), next_at: nextCheckIn(record) },
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

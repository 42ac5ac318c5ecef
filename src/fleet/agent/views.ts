import { timeOf } from "../../platform/index.ts";
import type { HeldCertificate, Slots } from "../../certificates/slots.ts";
import type { DesiredPolicy, PolicyRevision, TenantPolicies } from "../policies/pick-policy.ts";
import type { WantedVersions } from "../semver.ts";
import { spreadInterval } from "../spread.ts";
import type { AgentRecord } from "./record.ts";
import { revisionOf } from "./report.ts";

export interface ViewOptions {
  now: number;
  versions: WantedVersions;
  renewBefore: number | null;
  policies: TenantPolicies;
}

/** Shows 0 as null: it means "not yet". */
export const timeOrNever = (at: number | null): string | null =>
  at === null || at === 0 ? null : timeOf(at);

export function intervalOf({ identity, profile }: AgentRecord): number {
  return spreadInterval(identity.agentId, profile.intervalS);
}

/** When the agent should check in next; null before its first check-in. */
export function nextCheckIn(record: AgentRecord): string | null {
  const { lastSeen } = record.pulse;
  return lastSeen === 0 ? null : timeOf(lastSeen + intervalOf(record) * 1000);
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

export function pendingView({ pending }: Slots) {
  return pending === null ? {} : { pending: certificateView(pending) };
}

export function certificateView({ fingerprint, serial, notBefore, notAfter }: HeldCertificate) {
  return {
    fingerprint_sha256: fingerprint,
    serial,
    not_before: timeOf(notBefore),
    not_after: timeOf(notAfter),
  };
}

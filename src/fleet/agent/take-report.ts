import { REFRESH_MS } from "../effective-state.ts";
import type { PickedPolicy, TenantPolicies } from "../policies/pick-policy.ts";
import type { AgentCall } from "./admit.ts";
import { count } from "./count.ts";
import { noteChange } from "./changes-for-d1.ts";
import { followMachine } from "./follow-machine.ts";
import type { AgentRecord, Profile, Pulse } from "./record.ts";

/** A check-in as the Worker read it. Parts that were not sent are undefined; objects are JSON text. */
export interface Report {
  role?: string | undefined;
  machine?: string | undefined;
  agent?: string | undefined;
  status?: string | undefined;
  cert?: string | undefined;
  sentAt: number | null;
  ip: string | null;
  colo: string | null;
  country: string | null;
}

/** A check-in on its way to the agent's object. */
export interface CheckInOrder {
  call: AgentCall;
  report: Report;
  policies: TenantPolicies;
}

/** The answer to the agent. */
export interface CheckedIn {
  policyId: string;
  revision: number;
  intervalS: number;
}

export interface TakenReport {
  profile: Profile;
  pulse: Pulse;
  /** Whether D1 needs an update now. */
  listed: boolean;
  /** Whether the agent was silent, or had never come. */
  returned: boolean;
}

/** How far the clocks of two isolates may be apart. */
const CLOCKS_APART_MS = 2_000;
/** How far off a skew may be because it is kept in seconds. */
const ROUNDED_MS = 500;

export function takeReport(
  record: AgentRecord,
  report: Report,
  policy: PickedPolicy,
  cameAt: number,
  lock: boolean,
): TakenReport {
  const { profile, pulse, identity } = record;
  const counts = count(pulse, "checkins", cameAt);
  if (isOvertaken(report, pulse, cameAt)) {
    return { profile, pulse: { ...pulse, counts }, listed: false, returned: false };
  }
  const now = Math.max(cameAt, pulse.lastSeen);
  const returned = !profile.watched;
  const said: Profile = {
    ...profile,
    machine: report.machine ?? profile.machine,
    agent: report.agent ?? profile.agent,
    status: report.status ?? profile.status,
    cert: report.cert ?? profile.cert,
    reportedRole: report.role ?? profile.reportedRole,
    role:
      report.role !== undefined && identity.roles.includes(report.role)
        ? report.role
        : profile.role,
    intervalS: policy.intervalS,
    policyId: policy.policyId,
    policyRevision: policy.revision,
    watched: true,
    silence: "none",
  };
  const moved = said.machine !== profile.machine || said.machineTrail.length === 0;
  const { lastSeen } = pulse;
  const { profile: followed, audit: notes } =
    report.machine !== undefined && moved
      ? followMachine(profile, said, { now, lastSeen, lock })
      : { profile: said, audit: [] };
  const changed = differs(profile, followed);
  const listed = changed || returned || now - profile.projectedSeen > REFRESH_MS;
  return {
    profile: listed ? noteChange({ ...followed, projectedSeen: now }, now, notes) : profile,
    pulse: {
      lastSeen: now,
      lastIp: report.ip,
      colo: report.colo,
      country: report.country,
      clockSkewS: report.sentAt === null ? pulse.clockSkewS : skewOf(report.sentAt, now),
      counts,
    },
    listed,
    returned,
  };
}

/**
 * Whether another one overtook it on its way, and says what is newer. Which of two isolates' clocks is
 * right nobody knows, so where they are all that speaks for it the agent's own clock decides.
 */
function isOvertaken({ sentAt }: Report, { lastSeen, clockSkewS }: Pulse, cameAt: number): boolean {
  if (cameAt >= lastSeen) return false;
  if (sentAt === null || clockSkewS === null) return lastSeen - cameAt > CLOCKS_APART_MS;
  return sentAt < lastSeen + clockSkewS * 1000 - ROUNDED_MS;
}

function skewOf(sentAt: number, now: number): number {
  return Math.round((sentAt - now) / 1000);
}

function differs(one: Profile, other: Profile): boolean {
  const names = Object.keys(other) as (keyof Profile)[];
  return names.some((name) => one[name] !== other[name]);
}

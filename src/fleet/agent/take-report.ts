import { REFRESH_MS } from "../effective-state.ts";
import type { PickedPolicy, TenantPolicies } from "../policies/pick-policy.ts";
import type { AgentCall } from "./admit.ts";
import { countOneMore } from "./count.ts";
import { noteChange } from "./changes-for-d1.ts";
import { followMachine } from "./follow-machine.ts";
import type { AgentRecord, Profile, Pulse } from "./record.ts";
import { readReport } from "./report.ts";

/**
 * A check-in as the Worker read it. Parts that were not sent are undefined; objects are JSON text.
 */
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

/** A check-in as the Worker passes it to the agent's object. */
export interface CheckInOrder {
  call: AgentCall;
  report: Report;
  policies: TenantPolicies;
}

/** What the agent is told. */
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
  /** Whether the agent was silent, or had never checked in. */
  returned: boolean;
}

/** How far the clocks of two isolates may differ. */
const CLOCKS_APART_MS = 2_000;
/** How inexact a skew may be, because it is kept in seconds. */
const ROUNDED_MS = 500;

export function takeReport(
  record: AgentRecord,
  report: Report,
  policy: PickedPolicy,
  cameAt: number,
  lock: boolean,
): TakenReport {
  const { profile, pulse } = record;
  const counts = countOneMore(pulse, "checkins", cameAt);
  if (isOvertaken(report, pulse, cameAt)) {
    return { profile, pulse: { ...pulse, counts }, listed: false, returned: false };
  }
  const now = Math.max(cameAt, pulse.lastSeen);
  const returned = !profile.watched;
  const reported = applyReport(record, report, policy);
  const hasMoved = reported.machine !== profile.machine || reported.machineTrail.length === 0;
  const { profile: next, audit: notes } =
    report.machine !== undefined && hasMoved
      ? followMachine(profile, reported, { now, lastSeen: pulse.lastSeen, lock })
      : { profile: reported, audit: [] };
  const changed = differs(profile, next);
  const isNews = changed && newsOf(profile) !== newsOf(next);
  const listed = isNews || returned || now - profile.projectedSeen > REFRESH_MS;
  const unlisted = changed ? next : profile;
  return {
    profile: listed ? noteChange({ ...next, projectedSeen: now }, now, notes) : unlisted,
    pulse: { ...pulseOf(pulse, report, now), counts },
    listed,
    returned,
  };
}

/** The profile with the report's content, before the check for another machine. */
function applyReport(record: AgentRecord, report: Report, policy: PickedPolicy): Profile {
  const { profile } = record;
  return {
    ...profile,
    machine: report.machine ?? profile.machine,
    agent: report.agent ?? profile.agent,
    status: report.status ?? profile.status,
    cert: report.cert ?? profile.cert,
    reportedRole: report.role ?? profile.reportedRole,
    role: pickRole(record, report),
    intervalS: policy.intervalS,
    policyId: policy.policyId,
    policyRevision: policy.revision,
    watched: true,
    silence: "none",
  };
}

function pulseOf(before: Pulse, { ip, colo, country, sentAt }: Report, now: number) {
  const clockSkewS = sentAt === null ? before.clockSkewS : skewOf(sentAt, now);
  return { lastSeen: now, lastIp: ip, colo, country, clockSkewS };
}

/**
 * Whether a newer check-in arrived before this one. Isolates' clocks differ, so if they say so, the
 * agent's own clock decides; without it a small difference does not count.
 */
function isOvertaken({ sentAt }: Report, { lastSeen, clockSkewS }: Pulse, cameAt: number): boolean {
  if (cameAt >= lastSeen) return false;
  if (sentAt === null || clockSkewS === null) return lastSeen - cameAt > CLOCKS_APART_MS;
  return sentAt < lastSeen + clockSkewS * 1000 - ROUNDED_MS;
}

function skewOf(sentAt: number, now: number): number {
  return Math.round((sentAt - now) / 1000);
}

/** The role that the agent names, if its enrolment code allows it; else the one it had. */
export function pickRole({ identity, profile }: AgentRecord, { role }: Report): string {
  return role !== undefined && identity.roles.includes(role) ? role : profile.role;
}

/**
 * What D1 keeps of a profile. Reports change with each check-in (uptime, for example), but lists do
 * not show that.
 */
function newsOf(profile: Profile): string {
  const unlisted = { machine: 0, agent: 0, status: 0, cert: 0, reportedRole: 0 };
  return JSON.stringify([{ ...profile, ...unlisted }, readReport(profile)]);
}

function differs(one: Profile, other: Profile): boolean {
  const names = Object.keys(other) as (keyof Profile)[];
  return names.some((name) => one[name] !== other[name]);
}

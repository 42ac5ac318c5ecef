import type { Slots } from "../../certificates/slots.ts";
import type { UntoldNote } from "./changes-for-d1.ts";

/** Who an agent is. Set when it enrols; its own reports never change it. */
export interface Identity {
  tenantId: string;
  agentId: string;
  roles: string[];
  region: string;
  codeId: string;
  policyId: string | null;
  enrolledAt: number;
  labels: Record<string, string>;
}

/** Names an agent, existing or ended. */
export type AgentRef = Pick<Identity, "tenantId" | "agentId">;

export interface Conflict {
  since: number;
  evidence: string[];
}

/** The part of the record that changes seldom, and is written only then. */
export interface Profile {
  seq: number;
  /** Grows when the agent is revoked, so that a rotation that began before cannot be finished. */
  epoch: number;
  role: string;
  revokedAt: number | null;
  conflict: Conflict | null;
  machine: string;
  agent: string;
  status: string;
  cert: string;
  reportedRole: string | null;
  intervalS: number;
  /** The policy that the agent was last told. */
  policyId: string;
  policyRevision: number;
  /** Whether the alarm is set to notice this agent's silence. */
  watched: boolean;
  silence: "none" | "stale" | "offline";
  machineTrail: string[];
  /** Earlier host names, and when each was last reported. Missing in older records. */
  formerHosts?: { name: string; at: number }[];
  rotations: number[];
  projectedSeen: number;
  /** Whether the last change may be missing in D1. */
  owed: boolean;
  /** The audit notes that go to D1 with the change. Missing in older records. */
  untold?: UntoldNote[];
  /** When notes that can be frequent were last logged, by name. Missing in older records. */
  noted?: Record<string, number>;
}

/** The part that is written at each check-in, so it is kept small. */
export interface Pulse {
  lastSeen: number;
  lastIp: string | null;
  colo: string | null;
  country: string | null;
  clockSkewS: number | null;
  counts: HourCount[];
}

export interface HourCount {
  hour: number;
  checkins: number;
  events: number;
  rejected: number;
}

/** What is left of an ended agent: enough to refuse it and to answer its DELETE again. */
export interface Tombstone {
  tenantId: string;
  agentId: string;
  deregisteredAt: number;
  certificatesRevoked: number;
  fingerprints: string[];
  until: number;
  /** The issuer's names of the certificates that it has not been told of yet. */
  references?: string[];
  untold?: UntoldNote[];
  /** Who ended the agent. Missing in older tombstones. */
  endedBy?: string;
  requestId?: string | undefined;
  /** Whether D1 may still have the agent. */
  owed?: boolean;
}

export interface AgentRecord {
  identity: Identity;
  slots: Slots;
  profile: Profile;
  pulse: Pulse;
}

export const EMPTY_PULSE: Pulse = {
  lastSeen: 0,
  lastIp: null,
  colo: null,
  country: null,
  clockSkewS: null,
  counts: [],
};

import { refuseStranger } from "../../certificates/admit-certificate.ts";
import { firstSlots, type HeldCertificate } from "../../certificates/slots.ts";
import type { IssuedCertificate } from "../../certificates/issuer.ts";
import type { Refusal } from "../../http/index.ts";
import type { PickedPolicy } from "../policies/pick-policy.ts";
import { agentRowOf } from "./d1-row.ts";
import { type AgentRecord, EMPTY_PULSE, type Identity } from "./record.ts";

export interface EnrolOrder {
  identity: Identity;
  role: string;
  issued: IssuedCertificate;
  policy: PickedPolicy;
  machine: string | undefined;
  agent: string | undefined;
  now: number;
}

export function newRecord(order: EnrolOrder): AgentRecord {
  const { identity, policy, now } = order;
  return {
    identity,
    slots: firstSlots(order.issued, now),
    pulse: EMPTY_PULSE,
    profile: {
      seq: 1,
      epoch: 1,
      role: order.role,
      revokedAt: null,
      conflict: null,
      machine: order.machine ?? "{}",
      agent: order.agent ?? "{}",
      status: "{}",
      cert: "{}",
      reportedRole: null,
      intervalS: policy.intervalS,
      policyId: policy.policyId,
      policyRevision: policy.revision,
      watched: false,
      silence: "none",
      machineTrail: [],
      rotations: [],
      projectedSeen: 0,
      owed: false,
    },
  };
}

export interface Enrolled {
  identity: Identity;
  role: string;
  certificate: HeldCertificate;
  policy: PickedPolicy;
  /** JSON of the agent's row in D1. */
  row: string;
}

/** The agent's enrolment, whether made now or before, for one of its keys. */
export function showEnrolled(record: AgentRecord, keyFingerprint: string): Enrolled | Refusal {
  const { slots, identity, profile } = record;
  const certificate = [slots.current, slots.pending].find(
    (each) => each?.keyFingerprint === keyFingerprint,
  );
  if (!certificate || profile.revokedAt !== null) return refuseStranger();
  const { policyId, policyRevision: revision, intervalS } = profile;
  const policy = { policyId, revision, intervalS };
  const row = JSON.stringify(agentRowOf(record));
  return { identity, role: profile.role, certificate, policy, row };
}

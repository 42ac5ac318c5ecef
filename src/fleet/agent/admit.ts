import {
  admitCertificate,
  type CertificateUse,
  refuseStranger,
} from "../../certificates/admit-certificate.ts";
import { refuse, type Refusal } from "../../http/index.ts";
import { noteSeldom } from "./note-seldom.ts";
import type { AgentRecord, Conflict, Profile, Tombstone } from "./record.ts";
import type { AuditNote } from "./answer.ts";

/** One call with a certificate, as the Worker passes it to the agent's object. */
export interface AgentCall {
  fingerprint: string;
  /** When the certificate's validity begins. */
  notBefore?: number;
  use: CertificateUse;
  /** The key for which a rotation asks a certificate. */
  nextKey?: string;
  now: number;
  /** The agent id in path or body; null if there is none. */
  claimedId: string | null;
  /** Whether this tenant wants an agent locked as soon as its identity is in doubt. */
  lock: boolean;
}

export interface AdmittedCall {
  record: AgentRecord;
  slotsChanged: boolean;
  refusal: Refusal | undefined;
  audit: AuditNote[];
}

/** The longest claimed id that is logged; in the body of the older check-in an id has no limit. */
const MAX_CLAIMED = 128;

/** Decides whether the call is allowed, and whether its certificate puts the identity in doubt. */
export function admit(record: AgentRecord, call: AgentCall): AdmittedCall {
  const { identity, slots, profile } = record;
  const unchanged = { record, slotsChanged: false, audit: [] };
  const admission = admitCertificate(slots, call);
  if (admission.refusal?.error === "certificate_unknown" && !admission.conflict) {
    return { ...unchanged, refusal: admission.refusal };
  }
  if (profile.revokedAt !== null) return { ...unchanged, refusal: refuseRevoked() };
  if (admission.refusal === undefined && isOther(call.claimedId, identity.agentId)) {
    const note = {
      action: "agent.id_mismatch",
      detail: { claimed: (call.claimedId ?? "").slice(0, MAX_CLAIMED) },
    };
    const { profile: notedProfile, audit } = noteSeldom(profile, note, call.now, false);
    const noted = { ...record, profile: notedProfile };
    return { ...unchanged, record: noted, refusal: refuseMismatch(), audit };
  }
  const doubted = admission.conflict ? doubtSuperseded(profile, call) : { profile, audit: [] };
  return {
    record: { ...record, slots: admission.slots, profile: doubted.profile },
    slotsChanged: admission.changed,
    refusal: admission.refusal,
    audit: doubted.audit,
  };
}

function doubtSuperseded(profile: Profile, { now, lock }: AgentCall) {
  const evidence = "certificate_superseded";
  const doubted = doubt(profile, evidence, now, lock);
  return noteSeldom(doubted, noteConflict(evidence), now, doubted !== profile);
}

export function noteConflict(evidence: string): AuditNote {
  return { action: "agent.identity_conflict", detail: { evidence } };
}

/** Flags a conflict, and revokes the agent only if its tenant wants that. */
export function doubt(profile: Profile, evidence: string, now: number, lock: boolean): Profile {
  const before: Conflict = profile.conflict ?? { since: now, evidence: [] };
  const known = before.evidence.includes(evidence);
  if (known && (!lock || profile.revokedAt !== null)) return profile;
  const all = known ? before.evidence : [...before.evidence, evidence];
  const doubted = { ...profile, conflict: { since: before.since, evidence: all } };
  return lock ? { ...doubted, revokedAt: now, epoch: profile.epoch + 1 } : doubted;
}

export function refuseDeregistered(tombstone: Tombstone, fingerprint: string): Refusal {
  if (!tombstone.fingerprints.includes(fingerprint)) return refuseStranger();
  const message = "This agent has been deregistered.";
  return refuse(403, "agent_deregistered", message, { retryable: false, action: "stop" });
}

function refuseRevoked(): Refusal {
  const message = "This agent has been revoked.";
  return refuse(403, "agent_revoked", message, { retryable: false, action: "stop" });
}

function refuseMismatch(): Refusal {
  const message = "The certificate belongs to another agent than the one named.";
  return refuse(403, "agent_id_mismatch", message, { retryable: false, action: "stop" });
}

function isOther(claimed: string | null, own: string): boolean {
  return claimed !== null && claimed !== own;
}

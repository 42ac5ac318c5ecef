import { type HeldCertificate, placeIssued, replayedRotation } from "../../certificates/slots.ts";
import type { IssuedCertificate } from "../../certificates/issuer.ts";
import { refuse, type Refusal } from "../../http/index.ts";
import type { Bucket } from "./bucket.ts";
import { noteChange } from "./changes-for-d1.ts";
import { recentRotations, refuseRate, refuseRotation } from "./limits.ts";
import type { AgentRecord, Identity, Profile } from "./record.ts";

export interface RotationRequest {
  keyFingerprint: string;
  requireNewKey: boolean;
}

export interface BegunRotation {
  identity: Identity;
  epoch: number;
  begunAt: number;
  /** Set if this key has a pending certificate already, whose answer was lost: it is given again. */
  certificate: HeldCertificate | null;
}

interface Begun {
  profile: Profile;
  certificate: HeldCertificate | null;
}

/**
 * Opens a rotation. It counts before the CA is asked, so that calls at the same time cannot pass the
 * limit.
 */
export function openRotation(
  { identity, slots, profile }: AgentRecord,
  { keyFingerprint, requireNewKey }: RotationRequest,
  now: number,
  tries: Bucket,
): Begun | Refusal {
  const replay = replayedRotation(slots, keyFingerprint, now);
  if (replay !== null) return { profile, certificate: replay };
  const used = [slots.current, ...slots.superseded];
  if (requireNewKey && used.some((each) => each.keyFingerprint === keyFingerprint)) {
    const message = "A new certificate needs a new key here.";
    return refuse(409, "key_reuse", message, { retryable: false, action: "stop" });
  }
  const limited = refuseRotation(profile, now);
  if (limited !== undefined) return limited;
  if (!tries.take(now)) return refuseRate(identity.agentId);
  const rotations = [...recentRotations(profile, now), now];
  return { profile: { ...profile, rotations }, certificate: null };
}

/** Takes back the count of a rotation for which the CA gave no certificate. */
export function forgetRotation(profile: Profile, begunAt: number): Profile {
  const nth = profile.rotations.lastIndexOf(begunAt);
  return { ...profile, rotations: profile.rotations.filter((_at, index) => index !== nth) };
}

interface Kept {
  record: AgentRecord;
  certificate: HeldCertificate;
}

/**
 * Keeps the new certificate. If two rotations with one key ran at the same time, both get the
 * certificate of the first.
 */
export function keepRotation(
  record: AgentRecord | undefined,
  epoch: number,
  issued: IssuedCertificate,
  now: number,
): Kept | Refusal {
  if (record?.profile.epoch !== epoch) return refuseStale();
  const replay = replayedRotation(record.slots, issued.keyFingerprint, now);
  if (replay !== null) return { record, certificate: replay };
  const slots = placeIssued(record.slots, issued, now);
  const recovered = now > record.slots.current.notAfter;
  const action = recovered ? "agent.certificate_recovered" : "agent.certificate_rotated";
  const detail = { fingerprint: issued.fingerprint };
  return {
    record: { ...record, slots, profile: noteChange(record.profile, now, [{ action, detail }]) },
    certificate: { ...issued, issuedAt: now },
  };
}

/**
 * Refuses a rotation during which the agent was revoked (its epoch changed) or deleted: nothing is
 * stored.
 */
function refuseStale(): Refusal {
  const message = "The agent was revoked or deleted meanwhile.";
  return refuse(403, "agent_revoked", message, { retryable: false, action: "stop" });
}

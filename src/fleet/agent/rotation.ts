import { type HeldCertificate, placeIssued, replayedRotation } from "../../certificates/slots.ts";
import type { IssuedCertificate } from "../../certificates/issuer.ts";
import { refuseStale } from "../../certificates/generation.ts";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { recentRotations, refuseRotation } from "./limits.ts";
import type { AgentRecord, Identity } from "./record.ts";
import type { AuditNote } from "./told.ts";

export interface RotationAsked {
  keyFingerprint: string;
  requireNewKey: boolean;
}

export interface RotationKept {
  identity: Identity;
  epoch: number;
  /** Set when this key has a pending certificate already: its answer was lost, here it is again. */
  certificate: HeldCertificate | null;
}

export function mayRotate(
  { slots, profile }: AgentRecord,
  { keyFingerprint, requireNewKey }: RotationAsked,
  now: number,
): Refusal | undefined {
  if (replayedRotation(slots, keyFingerprint) !== null) return undefined;
  if (requireNewKey && slots.current.keyFingerprint === keyFingerprint) {
    const message = "A new certificate needs a new key here.";
    return refuse(409, "key_reuse", message, { retryable: false, action: "stop" });
  }
  return refuseRotation(profile, now);
}

interface Kept {
  record: AgentRecord;
  certificate: HeldCertificate;
  audit: AuditNote[];
}

/** Of two rotations with one key that ran at once, the first that gets here wins for both. */
export function keepRotation(
  record: AgentRecord | undefined,
  epoch: number,
  issued: IssuedCertificate,
  now: number,
): Kept | Refusal {
  const stale = refuseStale(epoch, record?.profile.epoch);
  if (stale !== undefined) return stale;
  if (record === undefined || isRefusal(record)) throw new Error("an epoch without a record");
  const replay = replayedRotation(record.slots, issued.keyFingerprint);
  if (replay !== null) return { record, certificate: replay, audit: [] };
  const slots = placeIssued(record.slots, issued, now);
  const { profile } = record;
  const rotations = [...recentRotations(profile, now), now];
  const recovered = slots.recoveries > record.slots.recoveries;
  return {
    record: { ...record, slots, profile: { ...profile, rotations } },
    certificate: { ...issued, issuedAt: now },
    audit: [
      {
        action: recovered ? "agent.certificate_recovered" : "agent.certificate_rotated",
        detail: { fingerprint: issued.fingerprint },
      },
    ],
  };
}

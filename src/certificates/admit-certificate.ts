import { refuse, type Refusal } from "../http/index.ts";
import { DAY_MS } from "../platform/index.ts";
import {
  activatePending,
  isRecovering,
  lapsePending,
  SUPERSEDED_GRACE_MS,
  type Slots,
  type SupersededCertificate,
} from "./slots.ts";

export const RECOVERY_WINDOW_MS = 30 * DAY_MS;
const MAX_RECOVERIES = 3;

/** `revoked`: the edge refuses it; the object is only asked whether somebody uses a copy. */
export type CertificateUse = "check_in" | "events" | "me" | "rotate" | "deregister" | "revoked";

export interface Admission {
  slots: Slots;
  /** Whether `slots` have changed and must be stored. */
  changed: boolean;
  /** A superseded certificate was used: there is a copy of it, or a backup was restored. */
  conflict: boolean;
  refusal: Refusal | undefined;
}

interface Presented {
  fingerprint: string;
  use: CertificateUse;
  now: number;
  /** When the certificate began. A Worker of the version before does not send it. */
  notBefore?: number;
  /** The key that a rotation asks a certificate for. */
  nextKey?: string;
}

/**
 * Decides about a certificate that is used. The first use of the pending one makes it the current
 * one.
 */
export function admitCertificate(before: Slots, presented: Presented): Admission {
  const { fingerprint, use, now } = presented;
  const lapsed = lapsePending(before, now);
  const isPending = lapsed.pending?.fingerprint === fingerprint;
  const slots = isPending && use !== "revoked" ? activatePending(lapsed, now) : lapsed;
  const changed = slots !== before;
  if (isPending || slots.current.fingerprint === fingerprint) {
    return { slots, changed, conflict: false, refusal: refuseExpired(slots, presented) };
  }
  const old = slots.superseded.find((each) => each.fingerprint === fingerprint);
  if (old === undefined) {
    return { slots, changed, conflict: isForgotten(slots, presented), refusal: refuseStranger() };
  }
  const lately = now - old.since <= SUPERSEDED_GRACE_MS;
  if (lately && isForOpenConnections(use)) {
    return { slots, changed, conflict: false, refusal: undefined };
  }
  const conflict = !(lately && isRepeated(slots, old, presented));
  return { slots, changed, conflict, refusal: refuseSuperseded() };
}

/**
 * Whether it is an old certificate that is no longer remembered, as it began before the current one.
 * Else a thief could renew so often that the agent's own is forgotten, and no conflict would be seen.
 * One that lapsed or was replaced unused began later than the current one.
 */
function isForgotten({ current }: Slots, { notBefore = current.notBefore }: Presented): boolean {
  return notBefore < current.notBefore;
}

/**
 * Whether it is a late copy of the request that got the current certificate, and so no conflict: it
 * asks for the same new key. Somebody with a copy of the old key does not have that one, unless both
 * certificates have the same key.
 */
function isRepeated(
  { current }: Slots,
  old: SupersededCertificate,
  { use, nextKey }: Presented,
): boolean {
  const isOwn = nextKey === current.keyFingerprint;
  const isNewKey = old.keyFingerprint !== undefined && old.keyFingerprint !== nextKey;
  return use === "rotate" && isOwn && isNewKey;
}

function isForOpenConnections(use: CertificateUse): boolean {
  return use === "check_in" || use === "events" || use === "me";
}

function refuseExpired(slots: Slots, presented: Presented): Refusal | undefined {
  const { use, now } = presented;
  const { notAfter } = slots.current;
  if (now <= notAfter || use === "revoked") return undefined;
  const spent = slots.recoveries >= MAX_RECOVERIES && !isRecovering(slots);
  const isOver = spent || now - notAfter > RECOVERY_WINDOW_MS;
  if (isOver && !mayRepeat(slots, presented)) {
    const message = "The certificate expired too long or too often ago; enrol again.";
    return refuse(401, "re_enroll", message, { retryable: false, action: "re_enroll" });
  }
  if (use === "rotate") return undefined;
  const message = "The certificate has expired; rotate it before anything else.";
  return refuse(401, "certificate_expired", message, { retryable: false, action: "retry_later" });
}

/**
 * Whether the agent may still fetch the pending certificate, whose answer was lost: a rotation that
 * came in time does not end because its repeat comes late, and it gives out nothing new.
 */
function mayRepeat({ pending }: Slots, { use, now, nextKey }: Presented): boolean {
  if (pending === null || now > pending.notAfter) return false;
  return use !== "rotate" || nextKey === pending.keyFingerprint;
}

export function refuseStranger(): Refusal {
  const message = "This certificate is not one that the agent holds.";
  return refuse(401, "certificate_unknown", message, { retryable: false, action: "re_enroll" });
}

function refuseSuperseded(): Refusal {
  const message = "A newer certificate of this agent is in use.";
  return refuse(401, "certificate_superseded", message, { retryable: false, action: "stop" });
}

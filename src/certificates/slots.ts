import { refuse, type Refusal } from "../http/index.ts";
import { DAY_MS, MINUTE_MS } from "../platform/index.ts";
import type { IssuedCertificate } from "./issuer.ts";

const SUPERSEDED_GRACE_MS = 10 * MINUTE_MS;
const PENDING_LAPSES_MS = 7 * DAY_MS;
export const RECOVERY_WINDOW_MS = 30 * DAY_MS;
const MAX_RECOVERIES = 3;
/**
 * So many old certificates are remembered. Older ones are known as such by when they began
 * (`isForgotten`).
 */
export const MAX_SUPERSEDED = 8;
/** More than an agent replaces while its issuer cannot be reached for days. */
const MAX_REPLACED = 20;

export interface HeldCertificate extends IssuedCertificate {
  issuedAt: number;
}

interface SupersededCertificate {
  fingerprint: string;
  /** Older entries lack it. */
  keyFingerprint?: string;
  since: number;
}

/**
 * A certificate that the issuer should revoke: its name there, from when on, and until when it is
 * of use.
 */
interface ReplacedCertificate {
  reference: string;
  from: number;
  notAfter: number;
}

/** The certificates of one agent: at most two that can rotate, and a memory of the last few. */
export interface Slots {
  current: HeldCertificate;
  pending: HeldCertificate | null;
  superseded: SupersededCertificate[];
  recoveries: number;
  /** Certificates that the issuer has not been told of yet. Older records lack it. */
  replaced?: ReplacedCertificate[] | undefined;
}

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

export function firstSlots(issued: IssuedCertificate, now: number): Slots {
  return { current: { ...issued, issuedAt: now }, pending: null, superseded: [], recoveries: 0 };
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

/** Drops a pending certificate that was not used in time. */
export function lapsePending(slots: Slots, now: number): Slots {
  const { pending } = slots;
  if (pending === null || now - pending.issuedAt <= PENDING_LAPSES_MS) return slots;
  return replace({ ...slots, pending: null }, pending, now);
}

/** The pending certificate, if it is for this key: a rotation whose answer was lost gets it again. */
export function replayedRotation(
  { pending }: Slots,
  keyFingerprint: string,
  now: number,
): HeldCertificate | null {
  const isSame = pending?.keyFingerprint === keyFingerprint;
  // Not one that has expired meanwhile: it would lock the agent out.
  return isSame && now <= pending.notAfter ? pending : null;
}

/** Makes a new certificate the pending one, in place of any other. */
export function placeIssued(slots: Slots, issued: IssuedCertificate, now: number): Slots {
  const recovering = now > slots.current.notAfter && !isRecovering(slots);
  const placed = {
    ...slots,
    pending: { ...issued, issuedAt: now },
    recoveries: slots.recoveries + (recovering ? 1 : 0),
    // A CA may give the same certificate again: then it must not be revoked.
    replaced: slots.replaced?.filter(({ reference }) => reference !== issued.reference),
  };
  return slots.pending === null ? placed : replace(placed, slots.pending, now);
}

/** For an agent that is revoked for good: its issuer is to revoke also what it still holds. */
export function retire(slots: Slots, now: number): Slots {
  const { current, pending, replaced = [] } = slots;
  const gone = [current, pending].flatMap((each) =>
    each?.reference ? [{ reference: each.reference, from: now, notAfter: each.notAfter }] : [],
  );
  return {
    ...slots,
    current: { ...current, reference: null },
    pending: pending && { ...pending, reference: null },
    replaced: [...replaced, ...gone],
  };
}

/** Notes a certificate that is in no slot any more for the issuer to revoke, if it has a name there. */
function replace(slots: Slots, { reference, notAfter }: HeldCertificate, from: number): Slots {
  const isHeld = [slots.current, slots.pending].some((each) => each?.reference === reference);
  if (reference === null || isHeld) return slots;
  const replaced = [...(slots.replaced ?? []), { reference, from, notAfter }];
  return { ...slots, replaced: replaced.slice(-MAX_REPLACED) };
}

/**
 * Whether the pending certificate was issued after the current one expired: a recovery, already
 * counted.
 */
function isRecovering({ current, pending }: Slots): boolean {
  return pending !== null && pending.issuedAt > current.notAfter;
}

export function fingerprintsOf({ current, pending }: Slots): string[] {
  return pending === null ? [current.fingerprint] : [current.fingerprint, pending.fingerprint];
}

function activatePending(slots: Slots, now: number): Slots {
  if (slots.pending === null) return slots;
  const { fingerprint, keyFingerprint, notAfter } = slots.current;
  // The grace ends with the certificate at the latest: an expired one may only rotate.
  const since = Math.min(now, notAfter - SUPERSEDED_GRACE_MS);
  const superseded = [{ fingerprint, keyFingerprint, since }, ...slots.superseded];
  const activated = {
    ...slots,
    current: slots.pending,
    pending: null,
    superseded: superseded.slice(0, MAX_SUPERSEDED),
  };
  return replace(activated, slots.current, since + SUPERSEDED_GRACE_MS + 1);
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

import { DAY_MS, MINUTE_MS } from "../platform/index.ts";
import type { IssuedCertificate } from "./issuer.ts";

export const SUPERSEDED_GRACE_MS = 10 * MINUTE_MS;
export const PENDING_LAPSES_MS = 7 * DAY_MS;
/**
 * So many old certificates are remembered. Older ones are known as such by when they began
 * (`isForgotten` in admit-certificate.ts).
 */
export const MAX_SUPERSEDED = 8;
/** More than an agent replaces while its issuer cannot be reached for days. */
const MAX_REPLACED = 20;

export interface HeldCertificate extends IssuedCertificate {
  issuedAt: number;
}

export interface SupersededCertificate {
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

export function firstSlots(issued: IssuedCertificate, now: number): Slots {
  return { current: { ...issued, issuedAt: now }, pending: null, superseded: [], recoveries: 0 };
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
export function isRecovering({ current, pending }: Slots): boolean {
  return pending !== null && pending.issuedAt > current.notAfter;
}

export function fingerprintsOf({ current, pending }: Slots): string[] {
  return pending === null ? [current.fingerprint] : [current.fingerprint, pending.fingerprint];
}

/** Makes the pending certificate the current one, and the current one superseded. */
export function activatePending(slots: Slots, now: number): Slots {
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

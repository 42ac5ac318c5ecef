import type { HeldCertificate, Slots } from "./slots.ts";

const WINDOW_START = 0.5;
const WINDOW_END = 0.75;
const LAST_STRETCH = 0.9;

export interface RenewalWindow {
  start: number;
  end: number;
  /** The agent's own time in the window: a fleet that enrolled at once must not renew at once. */
  at: number;
}

type Dates = Pick<HeldCertificate, "notBefore" | "notAfter">;

/**
 * When a certificate should be renewed. One that was issued before `renewBefore` must be renewed by
 * then (after a change of CA or an incident). Later ones are not affected, or agents would renew again
 * and again.
 */
export function renewalWindow(
  agentId: string,
  { notBefore, notAfter, issuedAt }: Dates & Pick<HeldCertificate, "issuedAt">,
  renewBefore: number | null = null,
): RenewalWindow {
  const life = notAfter - notBefore;
  const pulled = renewBefore !== null && issuedAt < renewBefore ? renewBefore : Infinity;
  const end = Math.min(notBefore + life * WINDOW_END, pulled);
  const start = Math.min(notBefore + life * WINDOW_START, end);
  return { start, end, at: start + (end - start) * shareOf(agentId) };
}

export const CERTIFICATE_STATUSES = [
  "valid",
  "renewal_due",
  "expiring",
  "expired",
  "pending_activation",
] as const;

export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

export function certificateStatus(
  agentId: string,
  slots: Pick<Slots, "current" | "pending">,
  now: number,
  renewBefore?: number | null,
): CertificateStatus {
  const { current, pending } = slots;
  if (now > current.notAfter) return "expired";
  if (pending !== null) return "pending_activation";
  if (now > expiringFrom(current)) return "expiring";
  return now >= renewalWindow(agentId, current, renewBefore).at ? "renewal_due" : "valid";
}

/** From this time on the agent counts as degraded. */
export function expiringFrom({ notBefore, notAfter }: Dates): number {
  return notBefore + (notAfter - notBefore) * LAST_STRETCH;
}

/** A fixed number in [0, 1) for each id (FNV-1a with a final mix). */
export function shareOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

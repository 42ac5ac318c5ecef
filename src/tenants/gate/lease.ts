import type { KeyCap } from "./key-cap.ts";
import type { Period } from "./period.ts";

/** How long an isolate may act on a lease. */
export const LEASE_TTL_MS = 15_000;
/** The object waits this much longer before it counts the units of a silent lease as lost. */
export const LEASE_GRACE_MS = 10_000;
/** A month that is over waits this long for its last reports. */
export const SETTLING_MS = LEASE_TTL_MS + LEASE_GRACE_MS;

/** A counter of one lease. It only grows and is sent whole, so repeated or late reports do no harm. */
export interface Counter {
  priceId: string;
  keyId: string;
  module: string;
  calls: number;
  units: number;
}

export interface LeaseRequest {
  /** Chosen by the isolate, new for each period. */
  leaseId: string;
  period: Period | null;
  /** Grows with each question, so that one that comes late changes nothing. */
  seq: number;
  /** Units received so far, by the answers that did arrive. */
  received: number;
  /** Units handed back so far. */
  returned: number;
  counters: Counter[];
  /** Units the isolate expects to need until it asks again. */
  wants: number;
  /** The number of the terms that the isolate has; they are sent again only when they changed. */
  epoch: number;
}

export interface KeyEntry {
  id: string;
  hash: string;
  scopes: number;
  expiresAt: number | null;
  addresses: string[];
  /** Undefined: as much as the tenant may; absent before there were caps. */
  cap?: KeyCap | undefined;
}

export interface LeaseTerms {
  status: "active" | "suspended" | "closed" | "unknown";
  keys: KeyEntry[];
  weights: Record<string, number>;
  priceId: string;
  burstPerSecond: number;
  quota: number;
}

export interface LeaseAnswer {
  epoch: number;
  /** Null: unchanged since the epoch that was asked with. */
  terms: LeaseTerms | null;
  period: Period;
  granted: number;
  /** Units that nobody holds after this grant. */
  remaining: number;
  ttlMs: number;
  /** The quota was lowered below what is given out: unspent units must be handed back. */
  recall: boolean;
  /** What counts so far for the cap of each key that has one; absent where none has. */
  spent?: Record<string, number> | undefined;
}

import type { KeyCap } from "./key-cap.ts";
import type { Period } from "./period.ts";

/** How long an isolate may act on a lease. */
export const LEASE_TTL_MS = 15_000;
/** The object waits this much longer before it counts the units of a silent lease as lost. */
export const LEASE_GRACE_MS = 10_000;
/** How long a past month waits for its last reports. */
export const SETTLING_MS = LEASE_TTL_MS + LEASE_GRACE_MS;

/**
 * A counter of one lease. It only grows and is sent whole, so that repeated or late reports do no
 * harm.
 */
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
  /** Grows with each question, so that a late question changes nothing. */
  seq: number;
  /** Units received so far, by the answers that arrived. */
  received: number;
  /** Units handed back so far. */
  returned: number;
  counters: Counter[];
  /** Units the isolate expects to need until it asks again. */
  wants: number;
  /** The number of the terms that the isolate has; they are sent again only if they changed. */
  epoch: number;
}

export interface KeyEntry {
  id: string;
  hash: string;
  scopes: number;
  expiresAt: number | null;
  addresses: string[];
  /** Undefined: no cap. Absent from versions before there were caps. */
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
  /** Null: unchanged since the epoch in the question. */
  terms: LeaseTerms | null;
  period: Period;
  granted: number;
  /** Units that nobody holds, after this grant. */
  remaining: number;
  ttlMs: number;
  /** The quota was lowered below what is given out, so unspent units must be handed back. */
  recall: boolean;
  /** What has been spent of each capped key's cap; absent if no key has a cap. */
  spent?: Record<string, number> | undefined;
}

import { AddressList } from "../../platform/index.ts";
import { LEASE_TTL_MS, type KeyEntry, type LeaseAnswer, type LeaseTerms } from "./lease.ts";

/** A key with its allowed addresses parsed: once a lease, not once a call. */
export interface ReadyKey extends Omit<KeyEntry, "addresses"> {
  /** Undefined: from anywhere. */
  allowed: AddressList | undefined;
}

/** What an isolate knows of a tenant, until when, and when it should ask again. */
export interface HeldLease {
  terms: LeaseTerms;
  keys: ReadonlyMap<string, ReadyKey>;
  epoch: number;
  remaining: number;
  until: number;
  refreshAt: number;
  refreshBelow: number;
}

/** What is known after an answer. Where it brings no terms or keys, those of before go on. */
export function hold(
  answer: LeaseAnswer,
  before: HeldLease | undefined,
  units: number,
  now: number,
): HeldLease | undefined {
  const terms = answer.terms ?? before?.terms;
  if (terms === undefined) return before;
  const ttl = Math.min(answer.ttlMs, LEASE_TTL_MS);
  return {
    terms,
    keys:
      answer.terms === null && before !== undefined
        ? before.keys
        : new Map(terms.keys.map((key) => [key.id, makeReady(key)])),
    epoch: answer.epoch,
    remaining: answer.remaining,
    until: now + ttl,
    refreshAt: now + ttl / 2,
    refreshBelow: Math.floor(units / 2),
  };
}

function makeReady({ addresses, ...entry }: KeyEntry): ReadyKey {
  return { ...entry, allowed: addresses.length === 0 ? undefined : new AddressList(addresses) };
}

import { AddressList } from "../../platform/index.ts";
import { unitsOf } from "./call-counters.ts";
import type { HeldCap } from "./key-cap.ts";
import {
  LEASE_TTL_MS,
  type Counter,
  type KeyEntry,
  type LeaseAnswer,
  type LeaseTerms,
} from "./lease.ts";

/** A key with its allowed addresses parsed, once for each lease and not for each call. */
export interface ReadyKey extends Omit<KeyEntry, "addresses" | "cap"> {
  /** Undefined: calls may come from anywhere. */
  allowed: AddressList | undefined;
  /** Undefined: as much as the tenant may. */
  cap: HeldCap | undefined;
}

/** What an isolate knows of a tenant, until when that counts, and when to ask again. */
export interface HeldLease {
  terms: LeaseTerms;
  keys: ReadonlyMap<string, ReadyKey>;
  epoch: number;
  remaining: number;
  until: number;
  refreshAt: number;
  refreshBelow: number;
  /** What other isolates have spent of each capped key's cap, as far as they have reported. */
  elsewhere: ReadonlyMap<string, number>;
  /** What the object has heard of this isolate's own calls. */
  reportedCounters: readonly Counter[];
}

/** What the isolate itself has: units to spend, and the counters that its question told. */
interface Own {
  units: number;
  counters: readonly Counter[];
}

/** The lease after an answer. If the answer brings no terms, the earlier terms and keys stay. */
export function takeAnswer(
  answer: LeaseAnswer,
  before: HeldLease | undefined,
  own: Own,
  now: number,
): HeldLease | undefined {
  const terms = answer.terms ?? before?.terms;
  if (terms === undefined) return before;
  const ttl = Math.min(answer.ttlMs, LEASE_TTL_MS);
  const keys =
    answer.terms === null && before !== undefined
      ? before.keys
      : new Map(terms.keys.map((key) => [key.id, makeReady(key)]));
  return {
    terms,
    keys,
    epoch: answer.epoch,
    remaining: answer.remaining,
    until: now + ttl,
    refreshAt: now + ttl / 2,
    refreshBelow: Math.floor(own.units / 2),
    elsewhere: spentElsewhere(answer, keys, own.counters),
    reportedCounters: own.counters,
  };
}

function spentElsewhere(
  { spent = {} }: LeaseAnswer,
  keys: HeldLease["keys"],
  counters: readonly Counter[],
): Map<string, number> {
  const elsewhere = new Map<string, number>();
  for (const [id, units] of Object.entries(spent)) {
    const { cap } = keys.get(id) ?? {};
    if (cap !== undefined) elsewhere.set(id, units - unitsOf(counters, cap.keys));
  }
  return elsewhere;
}

function makeReady({ addresses, cap, ...entry }: KeyEntry): ReadyKey {
  return {
    ...entry,
    allowed: addresses.length === 0 ? undefined : new AddressList(addresses),
    cap: cap && { ...cap, keys: new Set(cap.keys) },
  };
}

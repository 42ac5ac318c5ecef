import { HOUR_MS } from "../../platform/index.ts";
import type { AgentRecord, HourCount, Pulse } from "./record.ts";

const HOURS = 24;
export const COUNTED_MS = HOURS * HOUR_MS;

type Counted = "checkins" | "events" | "rejected";

export function countOneMore(pulse: Pulse, what: Counted, now: number): HourCount[] {
  const hour = Math.floor(now / HOUR_MS);
  const last = pulse.counts.at(-1);
  if (last?.hour === hour) {
    return [...pulse.counts.slice(0, -1), { ...last, [what]: last[what] + 1 }];
  }
  const fresh = { hour, checkins: 0, events: 0, rejected: 0, [what]: 1 };
  return [...pulse.counts, fresh].filter((each) => each.hour > hour - HOURS);
}

/**
 * The record with one count more. It may stay in memory for a while: it is not worth a write of its
 * own.
 */
export function addCount(record: AgentRecord, what: Counted, now: number): AgentRecord {
  return { ...record, pulse: { ...record.pulse, counts: countOneMore(record.pulse, what, now) } };
}

export interface Counters {
  checkins_24h: number;
  events_24h: number;
  rejected_24h: number;
}

export const NO_COUNTERS: Counters = { checkins_24h: 0, events_24h: 0, rejected_24h: 0 };

export function sumCounts(pulse: Pulse, now: number): Counters {
  const from = Math.floor(now / HOUR_MS) - HOURS;
  const recent = pulse.counts.filter(({ hour }) => hour > from);
  const sum = (what: Counted) => recent.reduce((all, each) => all + each[what], 0);
  return {
    checkins_24h: sum("checkins"),
    events_24h: sum("events"),
    rejected_24h: sum("rejected"),
  };
}

import { offlineAfter, staleAfter } from "../effective-state.ts";
import { noteChange } from "./changes-for-d1.ts";
import { RETRY_MS } from "./outbox.ts";
import type { AgentRecord, Profile } from "./record.ts";

export interface Noticed {
  /** Undefined: nothing has changed. */
  profile: Profile | undefined;
  /** When to look again. */
  next: number | undefined;
}

/**
 * Looks whether the agent has fallen silent. Check-ins do not move the alarm: it looks when it rings,
 * and is set again if needed.
 */
export function noticeSilence({ profile, pulse }: AgentRecord, now: number): Noticed {
  const staleAt = pulse.lastSeen + staleAfter(profile.intervalS) + 1;
  const offlineAt = pulse.lastSeen + offlineAfter(profile.intervalS) + 1;
  if (profile.revokedAt !== null || pulse.lastSeen === 0 || profile.silence === "offline") {
    return { profile: undefined, next: undefined };
  }
  if (now >= offlineAt) return { profile: markSilent(profile, "offline", now), next: undefined };
  if (profile.silence === "stale") return { profile: undefined, next: offlineAt };
  if (now >= staleAt) return { profile: markSilent(profile, "stale", now), next: offlineAt };
  return { profile: undefined, next: staleAt };
}

/**
 * When the alarm is needed next: for unsent or owed data, a replaced certificate, or the next
 * silence.
 */
export function nextAlarmAt(record: AgentRecord, unsent: boolean, now: number): number | undefined {
  const { next = Infinity } = noticeSilence(record, now);
  const again = unsent || record.profile.owed ? now + RETRY_MS : Infinity;
  const replaced = (record.slots.replaced ?? []).map(({ from }) => from);
  const at = Math.min(next, again, ...replaced);
  return at === Infinity ? undefined : at;
}

function markSilent(profile: Profile, silence: "stale" | "offline", now: number): Profile {
  return noteChange({ ...profile, silence, watched: false }, now);
}

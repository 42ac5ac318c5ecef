import type { Profile } from "./record.ts";
import type { AuditNote } from "./answer.ts";

/** A note that waits with the change it belongs to. */
export interface UntoldNote extends AuditNote {
  seq: number;
  at: number;
}

/** What the Worker did not write to D1 by then, the alarm of the object does. */
export const SEND_BY_ALARM_MS = 5 * 60_000;
const MAX_UNTOLD = 20;

/**
 * Numbers a change and marks it as `owed` to D1. The mark is stored with it, so it survives failures.
 */
export function noteChange(profile: Profile, now: number, notes: AuditNote[] = []): Profile {
  const seq = profile.seq + 1;
  const fresh = notes.map((note) => ({ ...note, seq, at: now }));
  const untold = [...(profile.untold ?? []), ...fresh].slice(-MAX_UNTOLD);
  return { ...profile, seq, owed: true, untold };
}

/** D1 has the change of this number. If a later one was made meanwhile, all stays owed. */
export function confirmChange(profile: Profile, seq: number): Profile {
  return profile.seq === seq ? { ...profile, owed: false, untold: [] } : profile;
}

import { MINUTE_MS } from "../../platform/index.ts";
import type { Profile } from "./record.ts";
import type { AuditNote } from "./answer.ts";

/** A note that waits to be written to D1, with the change that it belongs to. */
export interface UntoldNote extends AuditNote {
  seq: number;
  at: number;
}

/** After this time the object's alarm writes what the Worker did not write to D1. */
export const SEND_BY_ALARM_MS = 5 * MINUTE_MS;
const MAX_UNTOLD = 20;

/**
 * Numbers a change and marks it as `owed` to D1. The mark is stored with the change, so that it
 * survives failures.
 */
export function noteChange(profile: Profile, now: number, notes: AuditNote[] = []): Profile {
  const seq = profile.seq + 1;
  const fresh = notes.map((note) => ({ ...note, seq, at: now }));
  const untold = [...(profile.untold ?? []), ...fresh].slice(-MAX_UNTOLD);
  return { ...profile, seq, owed: true, untold };
}

/**
 * Takes the mark off if D1 has the change of this number. If there is a later change, everything
 * stays owed.
 */
export function confirmChange(profile: Profile, seq: number): Profile {
  return profile.seq === seq ? { ...profile, owed: false, untold: [] } : profile;
}

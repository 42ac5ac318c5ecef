import type { Profile } from "./record.ts";
import type { AuditNote } from "./told.ts";

/** A note that waits with the change it belongs to. */
export interface UntoldNote extends AuditNote {
  seq: number;
  at: number;
}

/** A debt that no later call has paid is paid by the alarm. */
export const DEBT_MS = 5 * 60_000;
const MAX_UNTOLD = 20;

/** A change that D1 has to hear of: the debt is stored with it, so that no failure forgets it. */
export function owe(profile: Profile, now: number, notes: AuditNote[] = []): Profile {
  const seq = profile.seq + 1;
  const fresh = notes.map((note) => ({ ...note, seq, at: now }));
  const untold = [...(profile.untold ?? []), ...fresh].slice(-MAX_UNTOLD);
  return { ...profile, seq, owed: true, untold };
}

/** D1 has heard of the change of this number; a later one is owed still, and all notes with it. */
export function settleDebt(profile: Profile, seq: number): Profile {
  return profile.seq === seq ? { ...profile, owed: false, untold: [] } : profile;
}

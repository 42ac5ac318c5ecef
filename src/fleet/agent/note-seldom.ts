import { HOUR_MS } from "../../platform/index.ts";
import type { Profile } from "./record.ts";
import type { AuditNote } from "./answer.ts";

/** The same note about an agent is not logged again within this time. */
const NOTE_AGAIN_AFTER_MS = HOUR_MS;
/** The most different notes within that time, because an agent can make up any number of ids. */
const MAX_NOTES = 10;

/**
 * Drops a note that was logged lately. With `news` something has changed, so it is logged in any
 * case.
 */
export function noteSeldom(profile: Profile, note: AuditNote, now: number, news: boolean) {
  const name = JSON.stringify([note.action, note.detail]);
  const recent = Object.entries(profile.noted ?? {}).filter(
    ([, at]) => now - at < NOTE_AGAIN_AFTER_MS,
  );
  const known = recent.some(([noted]) => noted === name);
  if (!news && (known || recent.length >= MAX_NOTES)) return { profile, audit: [] };
  const noted = { ...Object.fromEntries(recent.slice(-MAX_NOTES)), [name]: now };
  return { profile: { ...profile, noted }, audit: [note] };
}

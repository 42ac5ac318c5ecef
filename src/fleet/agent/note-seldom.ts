import type { Profile } from "./record.ts";
import type { AuditNote } from "./answer.ts";

/** For so long the same note about an agent is not left again, however often it gives cause. */
const NOTE_AGAIN_AFTER_MS = 3_600_000;
/** Different ones in that time: an agent can make up as many ids as it likes. */
const MAX_NOTES = 10;

/** `news`: something has changed with it, so that it is left in any case. */
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

import { DAY_MS } from "../../platform/index.ts";
import type { KeyringRow, VersionRow } from "./record.ts";

/** Whether the active version has reached the tenant's limit of encryptions or of age. */
export function isDue(keyring: KeyringRow, active: VersionRow, at: number): boolean {
  const { rotateAfterEncryptions: limit } = keyring;
  if (limit !== null && active.encryptions >= limit) return true;
  const dueAt = tooOldAt(keyring, active);
  return dueAt !== null && at >= dueAt;
}

/** When the active version becomes too old; null if age does not matter. */
export function tooOldAt({ rotateAfterDays }: KeyringRow, active: VersionRow): number | null {
  return rotateAfterDays === null ? null : active.createdAt + rotateAfterDays * DAY_MS;
}

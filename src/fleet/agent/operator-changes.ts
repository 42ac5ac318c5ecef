import { doneBy } from "../../access/audit.ts";
import type { Doer } from "../../access/principal.ts";
import { noteChange } from "./changes-for-d1.ts";
import type { Profile } from "./record.ts";

/** Revokes an agent. One that is revoked already stays as it is, without another audit note. */
export function revokeProfile(by: Doer, profile: Profile, now: number): Profile {
  if (profile.revokedAt !== null) return profile;
  const revoked = { ...profile, revokedAt: now, epoch: profile.epoch + 1 };
  return noteChange(revoked, now, [{ action: "agent.revoked", ...doneBy(by) }]);
}

/**
 * Takes the conflict off: an operator has found that the identity is the agent's own. Without a
 * conflict nothing changes.
 */
export function resolveProfile(by: Doer, profile: Profile, now: number): Profile {
  if (profile.conflict === null) return profile;
  const resolved = { ...profile, conflict: null, machineTrail: [] };
  return noteChange(resolved, now, [{ action: "agent.conflict_resolved", ...doneBy(by) }]);
}

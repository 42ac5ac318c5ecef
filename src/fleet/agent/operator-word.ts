import { doneBy } from "../../access/audit.ts";
import type { Doer } from "../../access/principal.ts";
import { owe } from "./debt.ts";
import type { Profile } from "./record.ts";

/** Revoked by an operator; who is so already stays as he is, and no trace tells of it again. */
export function revokedBy(by: Doer, profile: Profile, now: number): Profile {
  if (profile.revokedAt !== null) return profile;
  const revoked = { ...profile, revokedAt: now, epoch: profile.epoch + 1 };
  return owe(revoked, now, [{ action: "agent.revoked", ...doneBy(by) }]);
}

/** Out of doubt by an operator's word; the same where there is none. */
export function resolvedBy(by: Doer, profile: Profile, now: number): Profile {
  if (profile.conflict === null) return profile;
  const resolved = { ...profile, conflict: null, machineTrail: [] };
  return owe(resolved, now, [{ action: "agent.conflict_resolved", ...doneBy(by) }]);
}

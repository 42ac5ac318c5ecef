import { staleAfter } from "../effective-state.ts";
import { doubt, noteConflict } from "./admit.ts";
import { noteSeldom } from "./note-seldom.ts";
import type { Profile } from "./record.ts";
import { readReport } from "./report.ts";
import type { AuditNote } from "./answer.ts";

const MAX_TRAIL = 3;

/** A word for D1, which alone knows whether another agent says the same: else it is no trace. */
export const SHARES_MACHINE = "agent.machine_shared";

interface Followed {
  profile: Profile;
  audit: AuditNote[];
}

interface When {
  now: number;
  /** When the agent was last heard before. */
  lastSeen: number;
  lock: boolean;
}

/** What an agent that speaks of its machine gives away: that it is two, or on another's. */
export function followMachine(before: Profile, said: Profile, when: When): Followed {
  const [old, fresh] = [readReport(before), readReport(said)];
  const ids = followIds(said, fresh.machineId, when);
  const names = followNames(ids.profile, old.hostname, fresh.hostname, when);
  const audit = [...ids.audit, ...names.audit];
  if (fresh.machineId === null || fresh.machineId === old.machineId) {
    return { profile: names.profile, audit };
  }
  const note = { action: SHARES_MACHINE, detail: { machine_id: fresh.machineId } };
  const noted = noteSeldom(names.profile, note, when.now, false);
  return { profile: noted.profile, audit: [...audit, ...noted.audit] };
}

/** One identity on two machines shows as a machine id that goes away and comes back. */
function followIds(profile: Profile, machineId: string | null, when: When): Followed {
  const { machineTrail: trail } = profile;
  if (machineId === null || trail.at(-1) === machineId) return { profile, audit: [] };
  const followed = { ...profile, machineTrail: [...trail, machineId].slice(-MAX_TRAIL) };
  return trail.includes(machineId)
    ? suspect(followed, "machine_id_alternates", when)
    : { profile: followed, audit: [] };
}

/**
 * Copies of a disk have one machine id as well: they show as a host name that is back before its
 * bearer could have been missed. Later it is only a machine that was renamed, or has moved about.
 */
function followNames(profile: Profile, old: string | null, fresh: string | null, when: When) {
  if (old === null || fresh === null || old === fresh) return { profile, audit: [] };
  const { formerHost: former } = profile;
  const followed = { ...profile, formerHost: { name: old, at: when.lastSeen } };
  const isBack = former?.name === fresh && when.now - former.at <= staleAfter(profile.intervalS);
  return isBack ? suspect(followed, "hostname_alternates", when) : { profile: followed, audit: [] };
}

function suspect(profile: Profile, evidence: string, { now, lock }: When): Followed {
  const doubted = doubt(profile, evidence, now, lock);
  const audit = doubted.conflict === profile.conflict ? [] : [noteConflict(evidence)];
  return { profile: doubted, audit };
}

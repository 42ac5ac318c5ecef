import { staleAfter } from "../effective-state.ts";
import { doubt, noteConflict } from "./admit.ts";
import { noteSeldom } from "./note-seldom.ts";
import type { Profile } from "./record.ts";
import { type ReadReport, readReport } from "./report.ts";
import type { AuditNote } from "./answer.ts";

/**
 * How many machine ids, and how many host names, are remembered: so many copies that call in turn, at
 * the same interval, are recognised.
 */
const MAX_REMEMBERED = 16;

/** Logged only if another agent has the same machine id, which only D1 knows. */
export const SHARES_MACHINE = "agent.machine_shared";

interface Followed {
  profile: Profile;
  audit: AuditNote[];
}

interface When {
  now: number;
  /** When the agent was last seen before. */
  lastSeen: number;
  lock: boolean;
}

/**
 * Looks in a report for signs that one identity is used on two machines, or two identities on one.
 */
export function followMachine(before: Profile, reported: Profile, when: When): Followed {
  const [old, fresh] = [readReport(before), readReport(reported)];
  const ids = followIds(reported, fresh.machineId, when);
  const names = followNames(ids.profile, hostIn(old), hostIn(fresh), when);
  const audit = [...ids.audit, ...names.audit];
  if (fresh.machineId === null || fresh.machineId === old.machineId) {
    return { profile: names.profile, audit };
  }
  const note = { action: SHARES_MACHINE, detail: { machine_id: fresh.machineId } };
  const noted = noteSeldom(names.profile, note, when.now, false);
  return { profile: noted.profile, audit: [...audit, ...noted.audit] };
}

/** Follows machine ids: one that changes and comes back means one identity on two machines. */
function followIds(profile: Profile, machineId: string | null, when: When): Followed {
  const { machineTrail: trail } = profile;
  if (machineId === null || trail.at(-1) === machineId) return { profile, audit: [] };
  const followed = { ...profile, machineTrail: [...trail, machineId].slice(-MAX_REMEMBERED) };
  return trail.includes(machineId)
    ? suspect(followed, "machine_id_alternates", when)
    : { profile: followed, audit: [] };
}

/** The host name without its domain, because a laptop gets another domain with each network. */
function hostIn({ hostname }: ReadReport): string | null {
  return hostname && hostname.toLowerCase().replace(/\..*/, "");
}

/**
 * Follows host names, because copies of a disk also share the machine id. A name must come back
 * before the agent would count as stale: later the machine may just have been renamed.
 */
function followNames(profile: Profile, old: string | null, fresh: string | null, when: When) {
  if (old === null || fresh === null || old === fresh) return { profile, audit: [] };
  const oldest = when.now - staleAfter(profile.intervalS);
  const recent = (profile.formerHosts ?? []).filter(({ at }) => at >= oldest);
  const others = recent.filter(({ name }) => name !== old);
  const formerHosts = [...others, { name: old, at: when.lastSeen }].slice(-MAX_REMEMBERED);
  const followed = { ...profile, formerHosts };
  const isBack = recent.some(({ name }) => name === fresh);
  return isBack ? suspect(followed, "hostname_alternates", when) : { profile: followed, audit: [] };
}

function suspect(profile: Profile, evidence: string, { now, lock }: When): Followed {
  const doubted = doubt(profile, evidence, now, lock);
  const audit = doubted.conflict === profile.conflict ? [] : [noteConflict(evidence)];
  return { profile: doubted, audit };
}

import { expiringFrom } from "../../certificates/renewal-window.ts";
import type { StateFacts } from "../effective-state.ts";
import type { AgentRecord } from "./record.ts";
import { readReport } from "./report.ts";

/** The record as input for the rules of the effective state. `lastSeen` is exact here. */
export function factsOf({ slots, profile, pulse }: AgentRecord): StateFacts {
  return {
    revoked: profile.revokedAt !== null,
    lastSeen: pulse.lastSeen,
    intervalS: profile.intervalS,
    watched: false,
    health: readReport(profile).health,
    conflict: profile.conflict !== null,
    certificateExpiringFrom: expiringFrom(slots.current),
  };
}

import { fingerprintsOf } from "../../certificates/slots.ts";
import type { AgentRecord, Tombstone } from "./record.ts";

/** What stays of an agent, for as long as one of its certificates could still be shown. */
export function bury(
  { identity, slots, profile }: AgentRecord,
  now: number,
  endedBy: string,
): Tombstone {
  const live = [slots.current, slots.pending].filter((each) => each !== null);
  const old = slots.superseded.map(({ fingerprint }) => fingerprint);
  return {
    tenantId: identity.tenantId,
    agentId: identity.agentId,
    deregisteredAt: now,
    certificatesRevoked: live.length,
    fingerprints: [...fingerprintsOf(slots), ...old],
    until: Math.max(...live.map(({ notAfter }) => notAfter)),
    references: live.flatMap(({ reference }) => reference ?? []),
    untold: profile.untold ?? [],
    endedBy,
    owed: true,
  };
}

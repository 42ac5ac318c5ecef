import type { Doer } from "../../access/principal.ts";
import { RECOVERY_WINDOW_MS } from "../../certificates/admit-certificate.ts";
import { fingerprintsOf, lapsePending, type Slots } from "../../certificates/slots.ts";
import { REPLAY_WINDOW_MS } from "../codes/replay-window.ts";
import type { AgentRecord, AgentRef, Tombstone } from "./record.ts";

/**
 * The tombstone of an agent that was never made, kept as long as its enrolment code could still make
 * it.
 */
export function tombstoneOfUnmade({ tenantId, agentId }: AgentRef, now: number): Tombstone {
  const until = now + REPLAY_WINDOW_MS;
  return {
    tenantId,
    agentId,
    deregisteredAt: now,
    certificatesRevoked: 0,
    fingerprints: [],
    until,
  };
}

/**
 * The tombstone of an agent, kept as long as one of its certificates could still be presented, if
 * only to rotate it.
 */
export function tombstoneOf(
  { identity, slots: kept, profile }: AgentRecord,
  now: number,
  { subject: endedBy, requestId }: Doer,
): Tombstone {
  // A call by a certificate that has lapsed is not written, so it may still stand as pending.
  const slots = lapsePending(kept, now);
  const live = [slots.current, slots.pending].filter((each) => each !== null);
  const old = slots.superseded.map(({ fingerprint }) => fingerprint);
  return {
    tenantId: identity.tenantId,
    agentId: identity.agentId,
    deregisteredAt: now,
    certificatesRevoked: live.length,
    fingerprints: [...fingerprintsOf(slots), ...old],
    until: Math.max(...live.map(({ notAfter }) => notAfter)) + RECOVERY_WINDOW_MS,
    references: heldReferences(slots),
    untold: profile.untold ?? [],
    endedBy,
    requestId,
    owed: true,
  };
}

/** The issuer's names of an agent's certificates that it has not been told of. */
export function heldReferences({ current, pending, replaced = [] }: Slots): string[] {
  return [current, pending, ...replaced].flatMap((each) => each?.reference ?? []);
}

/** The same for an agent that may have ended; null if there is neither record nor tombstone. */
export function referencesLeft(
  record: AgentRecord | undefined,
  tombstone: Tombstone | undefined,
): string[] | null {
  if (record !== undefined) return heldReferences(record.slots);
  return tombstone === undefined ? null : (tombstone.references ?? []);
}

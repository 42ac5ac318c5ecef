import { sha256, timeOf, uuidv7 } from "../../platform/index.ts";
import { effectiveState } from "../effective-state.ts";
import { factsOf } from "./facts.ts";
import type { AgentRecord, Profile } from "./record.ts";
import { stamp } from "./stamp.ts";

interface StateChange {
  from: string;
  to: string;
  /** Makes the event's id unique for its agent. */
  seq: number;
  now: number;
}

export function returnEvent(before: AgentRecord, record: AgentRecord, now: number) {
  const { silence, seq } = before.profile;
  const from = before.pulse.lastSeen === 0 ? "pending" : silence;
  return stateEvent(record, { from, to: effectiveState(factsOf(record), now), seq, now });
}

export function silenceEvent(before: AgentRecord, { silence, seq }: Profile, now: number) {
  const { profile, pulse } = before;
  // The state before the silence is the one at the last report.
  const lastState = profile.silence === "none" && effectiveState(factsOf(before), pulse.lastSeen);
  const from = lastState || profile.silence;
  return stateEvent(before, { from, to: silence, seq, now });
}

/** The server's own event, for an agent that has fallen silent or come back. */
function stateEvent(record: AgentRecord, { from, to, seq, now }: StateChange) {
  const eventId = `state-${seq}-${to}`;
  const event = {
    version: 1,
    eventId,
    type: "rampart.agent.state_changed",
    time: timeOf(now),
    severity_id: to === "online" ? 1 : 3,
    attributes: { from, to },
  };
  const text = JSON.stringify(event);
  const contentHash = sha256(text);
  const normal = { eventId, contentHash, normalized: true, problems: [], type: event.type };
  const { fingerprint } = record.slots.current;
  const arrival = { ingestId: uuidv7(now), fingerprint, now };
  return {
    key: `rampart:${eventId}`,
    contentHash,
    receivedAt: now,
    line: stamp("server", record, { ...normal, time: event.time, text }, arrival),
  };
}

import { timeOf } from "../../platform/index.ts";
import { type NormalisedEvent, stampedLine, type Stamps } from "../../events/event.ts";
import { readEventTime } from "../../events/find-problems.ts";
import type { AgentRecord } from "./record.ts";
import { readReport } from "./report.ts";

interface Arrival {
  ingestId: string;
  fingerprint: string;
  now: number;
}

/** An agent's event as it is stored, under its own id or, if it has none, under ours. */
export function eventOf(record: AgentRecord, event: NormalisedEvent, arrival: Arrival) {
  const { eventId, contentHash } = event;
  const key = eventId === null ? `unnamed:${arrival.ingestId}` : `agent:${eventId}`;
  const line = stamp("agent", record, event, arrival);
  return { key, contentHash, receivedAt: arrival.now, line };
}

/** The line that is stored, queued and archived: the event, and what the server adds to it. */
export function stamp(
  source: Stamps["source"],
  record: AgentRecord,
  event: NormalisedEvent,
  arrival: Arrival,
): string {
  const { identity, profile } = record;
  const time = readEventTime(event.time);
  const stamps: Stamps = {
    source,
    tenant_id: identity.tenantId,
    agent_id: identity.agentId,
    role: profile.role,
    region: identity.region,
    received_at: timeOf(arrival.now),
    ingest_id: arrival.ingestId,
    event_id: event.eventId,
    certificate_sha256: arrival.fingerprint,
    agent_version: readReport(profile).version,
    content_hash: event.contentHash,
    clock_skew_s: time === null ? null : Math.round((time - arrival.now) / 1000),
    normalized: event.normalized,
    problems: event.problems,
  };
  return stampedLine(stamps, event.text);
}

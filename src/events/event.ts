import { isLonger } from "../platform/index.ts";

/** 100 KB of event and its stamps stay under the 128 KB that a queue takes as one message. */
export const MAX_EVENT_BYTES = 100 * 1024;
export const MAX_EVENT_ID_LENGTH = 128;
export const EVENT_VERSION = 1;

export function fitsAsEventId(text: string): boolean {
  return text !== "" && !isLonger(text, MAX_EVENT_ID_LENGTH);
}

/** What the agent sent, as it was found; `text` is its JSON on one line. */
export interface NormalisedEvent {
  /** Null when the agent sent an id that is no text. */
  eventId: string | null;
  contentHash: string;
  normalized: boolean;
  problems: string[];
  type: string | null;
  time: string | null;
  text: string;
}

/** What the server says of an event, whatever the event says of itself. */
export interface Stamps {
  /** Who made the event: an agent may use any type, the server's own too. Older lines lack it. */
  source: "agent" | "server";
  tenant_id: string;
  agent_id: string;
  role: string;
  region: string;
  received_at: string;
  ingest_id: string;
  event_id: string | null;
  certificate_sha256: string;
  agent_version: string | null;
  content_hash: string;
  clock_skew_s: number | null;
  normalized: boolean;
  problems: string[];
}

const EVENT_MARK = ',"event":';

/** Joined as text, so that not even a deeply nested event can make writing it fail. */
export function stampedLine(stamps: Stamps, eventText: string): string {
  return `${JSON.stringify(stamps).slice(0, -1)}${EVENT_MARK}${eventText}}`;
}

/** The event of such a line as it came. No stamp can hold this mark: quotes in texts are escaped. */
export function eventTextOf(line: string): string {
  return line.slice(line.indexOf(EVENT_MARK) + EVENT_MARK.length, -1);
}

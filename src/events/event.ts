import { isLonger } from "../platform/index.ts";

/** With its stamps such an event stays under 128 KB, the largest message of a queue. */
export const MAX_EVENT_BYTES = 100 * 1024;
export const MAX_EVENT_ID_LENGTH = 128;
export const EVENT_VERSION = 1;

export function fitsAsEventId(text: string): boolean {
  return text !== "" && !isLonger(text, MAX_EVENT_ID_LENGTH);
}

/** An event of an agent, described; `text` is its JSON on one line. */
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

/** What the server adds to an event. */
export interface Stamps {
  /** Who made the event; its type does not tell, since an agent may use any. Older lines lack it. */
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

/** Joined as text: to write a deeply nested event as JSON again could fail. */
export function stampedLine(stamps: Stamps, eventText: string): string {
  return `${JSON.stringify(stamps).slice(0, -1)}${EVENT_MARK}${eventText}}`;
}

/** The event of a line, as it came. No stamp contains the mark, because quotes in texts are escaped. */
export function eventTextOf(line: string): string {
  return line.slice(line.indexOf(EVENT_MARK) + EVENT_MARK.length, -1);
}

import { discardBody } from "../platform/index.ts";
import type { QueuedEvent } from "./read-message.ts";

const TIMEOUT_MS = 20_000;
/** With these statuses a target refuses the content. All others are failures of the target. */
const REFUSES_CONTENT = [400, 413, 422];

export interface ForwardTarget {
  url: string;
  token: string | undefined;
  fetch: typeof fetch;
}

/**
 * Sends a batch to a SIEM. If the content is refused, each half is sent by itself, so that one bad
 * event does not hold back the others. Returns the events that are refused even alone.
 */
export async function forward(
  target: ForwardTarget,
  events: readonly QueuedEvent[],
  note: (taken: readonly QueuedEvent[]) => Promise<void>,
): Promise<readonly QueuedEvent[]> {
  if (await send(target, events)) {
    await note(events);
    return [];
  }
  if (events.length === 1) return events;
  const half = Math.ceil(events.length / 2);
  const refused = await forward(target, events.slice(0, half), note);
  return [...refused, ...(await forward(target, events.slice(half), note))];
}

/** False when the content is refused; throws for every other failure. */
async function send(target: ForwardTarget, events: readonly QueuedEvent[]): Promise<boolean> {
  const headers: Record<string, string> = { "content-type": "application/x-ndjson" };
  if (target.token !== undefined) headers["authorization"] = `Bearer ${target.token}`;
  const response = await target.fetch(target.url, {
    method: "POST",
    headers,
    body: events.map(({ line }) => `${line}\n`).join(""),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await discardBody(response);
  if (REFUSES_CONTENT.includes(response.status)) return false;
  if (!response.ok) throw new Error(`the forward target answered ${response.status}`);
  return true;
}

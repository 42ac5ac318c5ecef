import { doneBy } from "../access/audit.ts";
import type { Person } from "../access/principal.ts";
import { refuse, type Refusal } from "../http/index.ts";
import { sendInTime, type Database } from "../platform/index.ts";
import { findDead, noteReplayed } from "./store.ts";

export const MAX_REPLAYED = 100;

export interface ReplayWith {
  db: Database;
  queue: Queue<string>;
  by: Person;
  now: number;
}

/**
 * Sends dead letters back to the queue, where the consumer does what was not done before. If the queue
 * fails halfway, those that were sent are marked.
 */
export async function replayEvents(
  ids: readonly string[],
  { db, queue, by, now }: ReplayWith,
): Promise<{ replayed: number } | Refusal> {
  const found = await findDead(db, ids);
  const missing = ids.find((id) => !found.some((row) => row.id === id));
  if (missing !== undefined) return refuse(404, "not_found", `There is no dead letter ${missing}.`);
  const sent: string[] = [];
  try {
    for (const { id, body } of found) {
      await sendInTime(queue.send(body, { contentType: "text" }));
      sent.push(id);
    }
  } finally {
    const trace = { at: now, ...doneBy(by), action: "events.replayed" };
    if (sent.length > 0) await noteReplayed(db, sent, trace);
  }
  return { replayed: found.length };
}

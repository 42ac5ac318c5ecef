import { isRefusal, type Refusal } from "../http/index.ts";
import { groupsOf } from "../platform/index.ts";
import { MAX_REPLAYED, replayEvents, type ReplayWith } from "./replay-events.ts";
import { findUnsent, type DeadFilter } from "./store.ts";

/** How many are sent at most: one request may make only so many calls to the queue. */
export const MAX_FITTING = 500;

/** Sends the newest dead letters that fit again, except those that were sent again before. */
export async function replayFitting(
  filter: DeadFilter,
  means: ReplayWith,
): Promise<{ replayed: number } | Refusal> {
  const ids = await findUnsent(means.db, filter, MAX_FITTING);
  for (const group of groupsOf(ids, MAX_REPLAYED)) {
    const sent = await replayEvents(group, means);
    if (isRefusal(sent)) return sent;
  }
  return { replayed: ids.length };
}

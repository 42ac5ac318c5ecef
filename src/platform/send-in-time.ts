import { LATE, withinTime } from "./within-time.ts";

export const SEND_WITHIN_MS = 30_000;

/** Says by a property, as the error of an object does, that trying again helps. */
class LateQueue extends Error {
  readonly retryable = true;
}

/**
 * Waits for a send to a queue. One without an answer for so long counts as failed, though it may have
 * arrived: consumers know what comes again by its id.
 */
export async function sendInTime(sending: Promise<unknown>): Promise<void> {
  if ((await withinTime(sending, SEND_WITHIN_MS)) === LATE) {
    throw new LateQueue("the queue took too long");
  }
}

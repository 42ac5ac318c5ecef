import { refuse, type Refusal } from "./refusal.ts";

const LEAST_SECONDS = 5;
const SPREAD_SECONDS = 10;
/** Errors are wrapped: the reason of a failed query is the cause of its cause. */
const MOST_CAUSES = 4;

/** Errors of D1 that pass by themselves, from Cloudflare's list and two from its issue tracker. */
const OF_D1 =
  /^(?:D1_[A-Z_]+: )*(?:Error: )?(?:Network connection lost|Cannot resolve D1 DB due to transient|D1 DB is overloaded|internal error; reference = |Currently processing a long-running export|(?:D1 DB|Internal error)[^]{0,80}(?:to be reset|was reset|code was updated))/;
/** R2's errors end in a number; these numbers pass. */
const OF_R2 = /^(?:get|head|put|list|delete): [^]{0,200} \((?:0|10001|10043|10058)\)$/;
const OF_QUEUES =
  /^Queue send(?:Batch)? failed: (?:Queue is overloaded|Too Many Requests|Internal Server Error)/;
const OF_ACCOUNTS = /^Your account is [^]{0,80}Please back off/;
/** During a deployment an object may for moments be of the version before, without a new method. */
const OF_OLDER_OBJECTS = /^The RPC receiver does not implement /;
const PASSING = [OF_OLDER_OBJECTS, OF_D1, OF_R2, OF_QUEUES, OF_ACCOUNTS];

/**
 * Whether storage failed only for the moment. A Durable Object's error says so by a property, other
 * errors by their text. The operation may still have been carried out, so nothing here repeats it.
 */
export function isNotNow(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; depth < MOST_CAUSES && error instanceof Error; depth += 1) {
    const { overloaded, retryable } = error as { overloaded?: unknown; retryable?: unknown };
    if (overloaded === true || retryable === true) return true;
    const { message } = error;
    if (PASSING.some((words) => words.test(message))) return true;
    error = error.cause;
  }
  return false;
}

/** The wait is random, so that callers do not come back to an overloaded store all at once. */
export function refuseNotNow(): Refusal {
  return refuse(503, "unavailable", "This is not available at the moment; try again.", {
    retryAfterSeconds: LEAST_SECONDS + Math.random() * SPREAD_SECONDS,
  });
}

import { refuse, type Refusal } from "./refusal.ts";

const LEAST_SECONDS = 5;
const SPREAD_SECONDS = 10;
/** A failed query says why by its cause, and that by its own. */
const MOST_CAUSES = 4;

/** As Cloudflare's list of D1's errors has those that pass by themselves, and its issues two more. */
const OF_D1 =
  /^(?:D1_[A-Z_]+: )*(?:Error: )?(?:Network connection lost|Cannot resolve D1 DB due to transient|D1 DB is overloaded|internal error; reference = |Currently processing a long-running export|(?:D1 DB|Internal error)[^]{0,80}(?:to be reset|was reset|code was updated))/;
/** Of R2 it is the number at the end that says it. */
const OF_R2 = /^(?:get|head|put|list|delete): [^]{0,200} \((?:0|10001|10043|10058)\)$/;
const OF_QUEUES =
  /^Queue send(?:Batch)? failed: (?:Queue is overloaded|Too Many Requests|Internal Server Error)/;
const OF_ACCOUNTS = /^Your account is [^]{0,80}Please back off/;
const PASSING = [OF_D1, OF_R2, OF_QUEUES, OF_ACCOUNTS];

/**
 * Whether storage says "not now" rather than "never": a Durable Object by a property of its error,
 * the others by their words. What was asked for may have been done all the same, so nobody here repeats it.
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

/** Not all at once: what has too much to do would have it again. */
export function refuseNotNow(): Refusal {
  return refuse(503, "unavailable", "This is not available at the moment; try again.", {
    retryAfterSeconds: LEAST_SECONDS + Math.random() * SPREAD_SECONDS,
  });
}

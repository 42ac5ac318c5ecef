import { secondsAsked } from "../../http/index.ts";
import { discardBody, LATE } from "../../platform/index.ts";
import { isOpen, noteFailure, noteSuccess } from "./breaker.ts";

const TIMEOUT_MS = 20_000;
const TRIES = 3;
const FIRST_PAUSE_MS = 100;
/** The longest pause before the next try. A provider that asks for a longer one is not tried again. */
const MOST_PAUSE_MS = 2_000;
/**
 * These statuses mean that the question was wrong and not that the provider is broken, so its breaker
 * does not count them.
 */
export const REFUSALS: ReadonlySet<number | null> = new Set([400, 413, 415, 422]);

export interface Outside {
  fetch: typeof fetch;
  now: () => number;
  /** Called with how each try ended. */
  note?: (tried: Tried) => void;
}

export interface Tried {
  /** Null if no answer came. */
  status: number | null;
  /** The call was given up, and the provider may still have been at work. */
  givenUp: boolean;
}

export interface Order {
  /** The name of the breaker that counts this call. */
  provider: string;
  url: string;
  init: RequestInit;
  /** Aborted when the caller has gone. The call ends then, and the breaker does not count it. */
  signal?: AbortSignal | undefined;
  /**
   * The body comes bit by bit: from its headers on, the code that reads it keeps the time and tells the
   * breaker how it ended.
   */
  streamed?: boolean;
  /**
   * Good headers are not counted as a success: the code that reads the body tells the breaker how it
   * ended.
   */
  readLater?: boolean;
  /** Reads the body of a refusal (see `REFUSALS`). */
  refused?: (answer: Response) => Promise<void>;
}

/**
 * Calls a provider with a time limit, and tries again if it is busy or broken. Undefined without a good
 * answer. After several failures in a row the provider is not called for a while.
 */
export async function callProvider(outside: Outside, order: Order): Promise<Response | undefined> {
  const { now } = outside;
  const { provider, signal, streamed = false, readLater = streamed } = order;
  if (isOpen(provider, now())) return undefined;
  let wait = 0;
  for (let turn = 0; turn < TRIES; turn += 1) {
    if (turn > 0) await pause(wait || FIRST_PAUSE_MS * 2 ** turn * (0.5 + Math.random() / 2));
    const answer = await tryOnce(outside, order);
    if (signal?.aborted === true) {
      if (answer !== LATE) await discardBody(answer);
      return undefined;
    }
    // The caller has waited long enough, and a second try might have to be paid as well.
    if (answer === LATE) break;
    if (answer?.ok === true) {
      if (!readLater) noteSuccess(provider);
      return answer;
    }
    const worthAnother = answer === undefined || answer.status === 429 || answer.status >= 500;
    if (answer !== undefined && REFUSALS.has(answer.status)) {
      await (order.refused ?? discardBody)(answer);
      return undefined;
    }
    await discardBody(answer);
    wait = answer === undefined ? 0 : waitFor(answer, now());
    if (!worthAnother || wait > MOST_PAUSE_MS) break;
  }
  noteFailure(provider, now());
  return undefined;
}

async function pause(ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** The pause that the provider asks for, in milliseconds; 0 if it does not say. */
function waitFor(answer: Response, now: number): number {
  const seconds = secondsAsked(answer, now);
  return seconds > 0 ? seconds * 1_000 : 0;
}

async function tryOnce(
  { fetch, note }: Outside,
  { url, init, signal, streamed = false }: Order,
): Promise<Response | typeof LATE | undefined> {
  // A call that is not sent costs nothing.
  if (signal?.aborted === true) return undefined;
  const begun = new AbortController();
  const timer = streamed ? setTimeout(() => begun.abort(), TIMEOUT_MS) : undefined;
  const limit = streamed ? begun.signal : AbortSignal.timeout(TIMEOUT_MS);
  const ends = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  try {
    // A redirect is not followed: the content and the key are meant for this address only.
    const answer = await fetch(url, { ...init, redirect: "manual", signal: ends });
    note?.({ status: answer.status, givenUp: false });
    return answer;
  } catch (error) {
    const givenUp = ends.aborted || isCutOff(error);
    note?.({ status: null, givenUp });
    return givenUp ? LATE : undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a call ran out of time. The caller may have set a time limit of its own around it. */
export function isCutOff(error: unknown): boolean {
  return error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
}

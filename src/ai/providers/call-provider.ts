import { secondsAsked } from "../../http/index.ts";
import { discardBody, LATE } from "../../platform/index.ts";
import { pause } from "../pause.ts";
import { isOpen, noteFailure, noteSuccess } from "./breaker.ts";

const TIMEOUT_MS = 20_000;
const TRIES = 3;
const FIRST_PAUSE_MS = 100;
/** Whoever asked waits no longer than this for one that says when to come back. */
const MOST_PAUSE_MS = 2_000;
/**
 * These say that the question was wrong and not that the provider is broken, so its breaker does not
 * count them.
 */
export const REFUSALS: ReadonlySet<number | null> = new Set([400, 413, 415, 422]);

export interface Outside {
  fetch: typeof fetch;
  now: () => number;
  /** Told how each try ended. */
  note?: (tried: Tried) => void;
}

export interface Tried {
  /** Null when no answer came. */
  status: number | null;
  /** Given up while the other side may still have been at work. */
  givenUp: boolean;
}

export interface Order {
  /** Whose breaker counts this call. */
  provider: string;
  url: string;
  init: RequestInit;
  /** Fires when whoever asked has gone: the call ends then, and nobody has failed. */
  signal?: AbortSignal | undefined;
  /** The body comes bit by bit: who reads it keeps the time from there on, and says how it ended. */
  streamed?: boolean;
  /** Headers are no success yet: whoever reads the body says how it ended. */
  readLater?: boolean;
  /** Reads what a refusal of the question says. */
  refused?: (answer: Response) => Promise<void>;
}

/**
 * One call to a provider with a time limit, tried again when it is busy or broken. Undefined when
 * there was no good answer; after several of those it is not called for a while.
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
    // Whoever asked has waited long enough, and a second try may be paid as well.
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

/** In milliseconds; 0 where it does not say. */
function waitFor(answer: Response, now: number): number {
  const seconds = secondsAsked(answer, now);
  return seconds > 0 ? seconds * 1_000 : 0;
}

async function tryOnce(
  { fetch, note }: Outside,
  { url, init, signal, streamed = false }: Order,
): Promise<Response | typeof LATE | undefined> {
  // What is not sent is not paid for.
  if (signal?.aborted === true) return undefined;
  const begun = new AbortController();
  const timer = streamed ? setTimeout(() => begun.abort(), TIMEOUT_MS) : undefined;
  const limit = streamed ? begun.signal : AbortSignal.timeout(TIMEOUT_MS);
  const ends = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  try {
    // What is sent along, and the key that it goes with, are for this address and no other.
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

/** Whoever made this call may have a time limit of its own around it. */
export function isCutOff(error: unknown): boolean {
  return error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
}

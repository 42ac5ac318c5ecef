const TIMEOUT_MS = 20_000;
const TRIES = 3;
const FIRST_PAUSE_MS = 100;
const OPEN_AFTER = 5;
const OPEN_MS = 30_000;

export interface Outside {
  fetch: typeof fetch;
  now: () => number;
}

export interface Order {
  /** Whose breaker counts this call. */
  provider: string;
  url: string;
  init: RequestInit;
}

const failures = new Map<string, { count: number; until: number }>();

/**
 * One call to a provider with a time limit, tried again when it is busy or broken. Undefined when
 * there was no good answer; after several of those it is not called for a while.
 */
export async function callProvider(
  { fetch, now }: Outside,
  { provider, url, init }: Order,
): Promise<Response | undefined> {
  const before = failures.get(provider);
  if (before !== undefined && before.count >= OPEN_AFTER && now() < before.until) return undefined;
  for (let turn = 0; turn < TRIES; turn += 1) {
    if (turn > 0) await pause(FIRST_PAUSE_MS * 2 ** turn * (0.5 + Math.random() / 2));
    const answer = await tryOnce(fetch, url, init);
    if (answer?.ok === true) {
      failures.delete(provider);
      return answer;
    }
    const worthAnother = answer === undefined || answer.status === 429 || answer.status >= 500;
    await answer?.body?.cancel();
    if (!worthAnother) break;
  }
  failures.set(provider, { count: (before?.count ?? 0) + 1, until: now() + OPEN_MS });
  return undefined;
}

async function tryOnce(
  fetch: Outside["fetch"],
  url: string,
  init: RequestInit,
): Promise<Response | undefined> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    return undefined;
  }
}

async function pause(ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
}

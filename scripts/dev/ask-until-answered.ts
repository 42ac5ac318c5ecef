import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 40;
const ANSWER_WITHIN_MS = 5_000;

/**
 * Asks until the address answers 200 (true), or `over` is aborted (false). A request that is held until
 * the Worker runs may be lost when it begins to, so each is given up in time for another.
 */
export async function askUntilAnswered(
  url: string,
  over: AbortSignal,
  withinMs = ANSWER_WITHIN_MS,
): Promise<boolean> {
  while (!over.aborted) {
    if (await answers(url, AbortSignal.any([over, AbortSignal.timeout(withinMs)]))) return true;
    await sleep(POLL_MS);
  }
  return false;
}

async function answers(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, { signal });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

import type { Outlive } from "../../platform/index.ts";
import { SILENCE_MS, type LeaseHolder } from "./lease-holder.ts";

/** So many tries fit into the 30 seconds that work may continue after its answer. */
const MAX_TRIES = 3;
const AGAIN_MS = 3_000;

/** What work needs that continues after the answer. */
export interface Background {
  outlive: Outlive;
  wait: (ms: number) => Promise<unknown>;
}

/** Keeps a question alive and, if no call asks another one, reports what is spent after it. */
export function reportAfterSilence(
  holder: LeaseHolder,
  question: Promise<unknown>,
  now: number,
  { outlive, wait }: Background,
): void {
  // If that fails, it is reported with the next call's question.
  outlive(waitAndReport(holder, question, now, wait).catch(() => {}));
}

async function waitAndReport(
  holder: LeaseHolder,
  question: Promise<unknown>,
  now: number,
  wait: Background["wait"],
): Promise<void> {
  await question;
  const since = holder.startWatch();
  if (since === undefined) return;
  let at = now;
  for (let tries = 1; ; tries += 1) {
    const pause = tries === 1 ? SILENCE_MS : AGAIN_MS;
    await wait(pause);
    at += pause;
    try {
      return await holder.handBackIfSilent(since, at);
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
    }
  }
}

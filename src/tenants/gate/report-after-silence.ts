import { SILENCE_MS, type LeaseHolder } from "./lease-holder.ts";

/** What work needs that goes on after the answer. */
export interface Background {
  /** Keeps work alive when the request that began it goes away. */
  outlive: (work: Promise<unknown>) => void;
  wait: (ms: number) => Promise<unknown>;
}

/** Keeps a question alive and, if no call asks another one, reports what is spent after it. */
export function reportAfterSilence(
  holder: LeaseHolder,
  question: Promise<unknown>,
  now: number,
  { outlive, wait }: Background,
): void {
  // What could not be reported goes with the question of the next call.
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
  await wait(SILENCE_MS);
  await holder.handBackIfSilent(since, now + SILENCE_MS);
}

import { SILENCE_MS, type LeaseHolder } from "./lease-holder.ts";

/** For what goes on behind an answer. */
export interface Afterwards {
  /** Keeps work alive when the request that began it goes away. */
  outlive: (work: Promise<unknown>) => void;
  wait: (ms: number) => Promise<unknown>;
}

/** Keeps a question alive, and has what is spent after it told even if no call asks another. */
export function watchOver(
  holder: LeaseHolder,
  question: Promise<unknown>,
  now: number,
  { outlive, wait }: Afterwards,
): void {
  // Who could not be told is told with the next call, if there is one.
  outlive(tellAfterSilence(holder, question, now, wait).catch(() => {}));
}

async function tellAfterSilence(
  holder: LeaseHolder,
  question: Promise<unknown>,
  now: number,
  wait: Afterwards["wait"],
): Promise<void> {
  await question;
  const since = holder.unwatched();
  if (since === undefined) return;
  await wait(SILENCE_MS);
  await holder.rest(since, now + SILENCE_MS);
}

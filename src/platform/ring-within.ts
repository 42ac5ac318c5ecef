import { HOUR_MS } from "./spans.ts";

type Bell = Pick<DurableObjectStorage, "getAlarm" | "setAlarm">;

/** It rings within minutes of its time, tries that failed included. */
const LOST_AFTER_MS = HOUR_MS;

/** When an object's alarm rings; null for one that should have long ago, as some never do. */
export async function ringsAt(storage: Bell, now: number): Promise<number | null> {
  const set = await storage.getAlarm();
  return set !== null && set < now - LOST_AFTER_MS ? null : set;
}

/** Sees to it that an object's alarm rings within this time; one that is set for sooner stays. */
export async function ringWithin(storage: Bell, ms: number, now: number): Promise<void> {
  const set = await ringsAt(storage, now);
  if (set === null || set > now + ms) await storage.setAlarm(now + ms);
}

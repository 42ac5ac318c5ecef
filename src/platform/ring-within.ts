import { HOUR_MS } from "./spans.ts";

type Bell = Pick<DurableObjectStorage, "getAlarm" | "setAlarm">;

/** An alarm rings within minutes of its time, even after failed tries: after an hour it never will. */
const LOST_AFTER_MS = HOUR_MS;

/** When an object's alarm will ring; null if none is set, or if it was lost. */
export async function ringsAt(storage: Bell, now: number): Promise<number | null> {
  const set = await storage.getAlarm();
  return set !== null && set < now - LOST_AFTER_MS ? null : set;
}

/** Makes sure that an object's alarm rings within this time; an earlier one stays. */
export async function ringWithin(storage: Bell, ms: number, now: number): Promise<void> {
  const set = await ringsAt(storage, now);
  if (set === null || set > now + ms) await storage.setAlarm(now + ms);
}

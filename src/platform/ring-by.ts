/** Sees to it that an object's alarm rings by then; one that is set for sooner stays. */
export async function ringBy(
  storage: Pick<DurableObjectStorage, "getAlarm" | "setAlarm">,
  at: number,
): Promise<void> {
  const set = await storage.getAlarm();
  if (set === null || set > at) await storage.setAlarm(at);
}

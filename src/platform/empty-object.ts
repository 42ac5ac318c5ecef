interface Kept {
  createTables: () => void;
}

/** Leaves nothing in an object but empty tables: whoever calls it later finds it as if it were new. */
export async function emptyObject(
  storage: Pick<DurableObjectStorage, "deleteAlarm" | "deleteAll">,
  kept: readonly Kept[],
): Promise<void> {
  await storage.deleteAlarm();
  await storage.deleteAll();
  for (const one of kept) one.createTables();
}

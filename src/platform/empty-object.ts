interface Kept {
  createTables: () => void;
}

/** Deletes all that a Durable Object holds, and makes its tables anew: it is then like a new one. */
export async function emptyObject(
  storage: Pick<DurableObjectStorage, "deleteAlarm" | "deleteAll">,
  kept: readonly Kept[],
): Promise<void> {
  await storage.deleteAlarm();
  await storage.deleteAll();
  for (const one of kept) one.createTables();
}

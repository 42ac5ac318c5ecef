/** Does it for each, all at once; with which of them it was done, and what was thrown for another. */
export async function tryEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  const tried = await Promise.allSettled(items.map(work));
  const done = items.filter((_, at) => tried[at]?.status === "fulfilled");
  return { done, failed: tried.find((one) => one.status === "rejected") };
}

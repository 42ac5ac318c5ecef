/** Does the work for all items at once. Gives those for which it was done, and the first failure. */
export async function tryEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  const tried = await Promise.allSettled(items.map(work));
  const done = items.filter((_, at) => tried[at]?.status === "fulfilled");
  return { done, failed: tried.find((one) => one.status === "rejected") };
}

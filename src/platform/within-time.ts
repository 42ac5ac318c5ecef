/** What a piece of work gives, if it does in time. The timer goes with it: one that runs on costs. */
export async function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new DOMException("took too long", "TimeoutError")),
    ms,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

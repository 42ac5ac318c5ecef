/** The `wait` of a test's platform: a test does not wait for what is done long after an answer. */
export async function nobodyWaits(): Promise<never> {
  throw new Error("The test is over before that.");
}

/** For calls without an execution context. */
export const NOTHING_AFTER = { outlive: () => {}, wait: nobodyWaits };

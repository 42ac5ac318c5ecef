/** For a platform of a test's own: what would be done long after an answer is not waited for. */
export async function nobodyWaits(): Promise<never> {
  throw new Error("The test is over before that.");
}

/** For a call that is made without a context. */
export const NOTHING_AFTER = { outlive: () => {}, wait: nobodyWaits };

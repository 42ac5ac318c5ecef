import { LATE, withinTime } from "../platform/index.ts";
import { D1_TIMEOUT_MS } from "./lease/terms.ts";

/**
 * What D1 answers to a keyring, for which nothing else goes on meanwhile. Throws if it takes too long,
 * as if it failed. A write that arrives later must do no harm.
 */
export async function awaitD1<T>(work: Promise<T>): Promise<T> {
  const answer = await withinTime(work, D1_TIMEOUT_MS);
  if (answer === LATE) throw new Error("D1 took too long");
  return answer;
}

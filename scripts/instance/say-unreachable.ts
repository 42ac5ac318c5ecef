import { codeOf, Failure, messageOf } from "../dev/failure.ts";
import type { Instance } from "./read-instance.ts";

/** Why an instance gave no answer and, of the one on this machine, what may help. */
export function sayUnreachable(
  { address, stateDir }: Pick<Instance, "address" | "stateDir">,
  error: unknown,
): Failure {
  // What fetch throws hides its cause; a name with several addresses fails without a message.
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const reason = messageOf(cause) || codeOf(cause);
  const hint = stateDir === undefined ? "" : " Is npm start running?";
  return new Failure(`${address} cannot be reached: ${reason}.${hint}`);
}

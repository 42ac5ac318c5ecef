import { codeOf, Failure, messageOf } from "../dev/failure.ts";
import type { Instance } from "./read-instance.ts";

/** Tells why an instance gave no answer and, for the one on this machine, what may help. */
export function sayUnreachable(
  { address, stateDir }: Pick<Instance, "address" | "stateDir">,
  error: unknown,
): Failure {
  // The error of fetch has its reason in `cause`. If a name has several addresses, the reason has a
  // code and no message.
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const reason = messageOf(cause) || codeOf(cause);
  const hint = stateDir === undefined ? "" : " Is npm start running?";
  return new Failure(`${address} cannot be reached: ${reason}.${hint}`);
}

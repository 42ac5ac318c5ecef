import { circumstancesOf, type Caller } from "./circumstances-of.ts";
import { inspect } from "./inspect.ts";
import { keepInspection } from "./keep/keep-inspection.ts";
import type { Message } from "./reading/read-message.ts";
import type { HeldKey } from "./idempotency/claim-key.ts";
import type { Inspected } from "./schemas.ts";

export interface Submission {
  /** What stands in the account for it. */
  keyId: string;
  message: Message;
  heldKey?: HeldKey | undefined;
  /** What was asked; the portal has the same origin. */
  url: string;
}

/** Inspects a message and keeps what may be kept of it, with the event that it was flagged. */
export async function inspectFor(
  caller: Caller,
  { keyId, message, heldKey, url }: Submission,
): Promise<Inspected> {
  const inspected = await inspect(message, await circumstancesOf(caller, keyId));
  const { tenantId } = caller;
  await keepInspection(caller, { tenantId, keyId, message, inspected, heldKey, url });
  return inspected;
}

import { circumstancesOf, type TracedAsker } from "./circumstances-of.ts";
import { inspect } from "./inspect.ts";
import { keepInspection } from "./keep/keep-inspection.ts";
import type { Message } from "./reading/read-message.ts";
import type { HeldKey } from "./idempotency/claim-key.ts";
import type { Inspected } from "./schemas.ts";

export interface Submission {
  /** The API key in the account and the record of the inspection, or the portal's name for itself. */
  keyId: string;
  message: Message;
  heldKey?: HeldKey | undefined;
  /** The URL of the request. The link to the portal takes its origin. */
  url: string;
}

/** Inspects a message and stores what may be stored of it, with an event if it is flagged. */
export async function inspectFor(
  asker: TracedAsker,
  { keyId, message, heldKey, url }: Submission,
): Promise<Inspected> {
  const inspected = await inspect(message, await circumstancesOf(asker, keyId));
  const { tenantId } = asker;
  await keepInspection(asker, { tenantId, keyId, message, inspected, heldKey, url });
  return inspected;
}

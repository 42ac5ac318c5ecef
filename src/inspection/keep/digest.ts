import { createHmac } from "../../platform/index.ts";
import type { Message } from "../layers/l1/read-message.ts";

type Purpose = "message" | "order" | "body" | "answer";

/** The message in one form, however its JSON was laid out. */
export function textOf({ channel, sender, subject, body }: Message): string {
  return JSON.stringify([channel, sender, subject ?? null, body]);
}

/**
 * A digest under the service's own secret, another one for each purpose. A bare one would give short
 * messages away: there are only a million codes of six digits to try.
 */
export function digestOf(secret: string, purpose: Purpose, ...parts: readonly string[]): Buffer {
  return createHmac("sha256", secret)
    .update(JSON.stringify([`inspection ${purpose}`, ...parts]))
    .digest();
}

import { refuse, type Refusal } from "../http/index.ts";

/**
 * Revoking and deleting move an agent's epoch. Work that began before and ends after, such as a
 * rotation that waits for its CA, finds another epoch and stores nothing.
 */
export function refuseStale(begunIn: number, now: number | undefined): Refusal | undefined {
  if (begunIn === now) return undefined;
  const message = "The agent was revoked or deleted meanwhile.";
  return refuse(403, "agent_revoked", message, { retryable: false, action: "stop" });
}

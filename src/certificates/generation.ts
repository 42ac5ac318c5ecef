import { refuse, type Refusal } from "../http/index.ts";

/**
 * Revoking or deleting an agent changes its epoch. A rotation that waited for its CA meanwhile finds
 * another epoch than it began in and stores nothing.
 */
export function refuseStale(begunIn: number, now: number | undefined): Refusal | undefined {
  if (begunIn === now) return undefined;
  const message = "The agent was revoked or deleted meanwhile.";
  return refuse(403, "agent_revoked", message, { retryable: false, action: "stop" });
}

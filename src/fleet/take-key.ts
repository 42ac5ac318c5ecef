import { refuse, type Refusal } from "../http/index.ts";
import { database, timeOfUuidv7 } from "../platform/index.ts";
import type { AgentRef } from "./agent/record.ts";
import { claimKey, moveKey } from "./agent-key-store.ts";
import { stubOf } from "./call-agent.ts";
import { CLAIM_LAPSES_MS } from "./codes/replay-window.ts";

/**
 * Binds a key to an agent that enrols or rotates with it; false if it is another agent's. A key whose
 * enrolment broke off long ago is taken over, after that agent's object has made sure that it makes
 * no agent.
 */
export async function takeKey(
  env: Cloudflare.Env,
  keyFingerprint: string,
  ref: AgentRef,
  now: number,
): Promise<boolean> {
  const db = database(env);
  const owner = await claimKey(db, keyFingerprint, ref);
  if (owner.agentId === ref.agentId) return true;
  if (now - timeOfUuidv7(owner.agentId) < CLAIM_LAPSES_MS) return false;
  const isGivenUp = await stubOf(env, owner).giveUp(owner, now);
  return isGivenUp && (await moveKey(db, keyFingerprint, owner, ref));
}

export function refuseKeyInUse(): Refusal {
  const message = "This key belongs to another agent; make a key of your own.";
  return refuse(409, "key_in_use", message, { retryable: false, action: "stop" });
}

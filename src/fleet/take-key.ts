import { type Database, timeOfUuidv7 } from "../platform/index.ts";
import { claimKey, type KeyOwner, moveKey } from "./agent-store.ts";
import { stubOf } from "./call-agent.ts";

/** How long an enrolment may take to make its agent; then its key may be taken over. */
const CLAIM_LAPSES_MS = 3_600_000;

interface TakeWith {
  env: Cloudflare.Env;
  db: Database;
  now: number;
}

/**
 * Binds a key to an agent that is to be made, or that rotates to it; false when it is another's.
 * The object of an agent that never came about ends that enrolment first, so that a key never has
 * two agents.
 */
export async function takeKey(
  keyFingerprint: string,
  named: KeyOwner,
  { env, db, now }: TakeWith,
): Promise<boolean> {
  const owner = await claimKey(db, keyFingerprint, named);
  if (owner.agentId === named.agentId) return true;
  if (now - timeOfUuidv7(owner.agentId) < CLAIM_LAPSES_MS) return false;
  const ended = await stubOf(env, owner).giveUp(owner, now);
  return ended && (await moveKey(db, keyFingerprint, owner, named));
}

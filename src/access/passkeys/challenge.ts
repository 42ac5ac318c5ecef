import {
  MINUTE_MS,
  createHmac,
  needSecret,
  type Database,
  randomBytes,
  timingSafeEqual,
} from "../../platform/index.ts";
import { claimOnce } from "../claim-once.ts";
import { spentChallenges } from "../tables.ts";

const CHALLENGE_MS = 5 * MINUTE_MS;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const HEAD_BYTES = NONCE_BYTES + TIME_BYTES;
const LABEL = "rampart portal challenge";

/** What a challenge is for: `sign-in`, or a person and what they are to do. */
export type Purpose = "sign-in" | `${"add" | "prove"}:${string}`;

/** Makes a challenge that carries its own proof (a MAC), so that asking for one stores nothing. */
export function makeChallenge(
  secret: string,
  purpose: Purpose,
  now: number,
): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(HEAD_BYTES);
  head.set(randomBytes(NONCE_BYTES));
  Buffer.from(head.buffer).writeUIntBE(now, NONCE_BYTES, TIME_BYTES);
  return new Uint8Array(Buffer.concat([head, macOf(secret, purpose, head)]));
}

/** Whether we made the challenge, for this purpose, and not long ago. */
export function isOurChallenge(
  secret: string,
  purpose: Purpose,
  challenge: string,
  now: number,
): boolean {
  const whole = Buffer.from(challenge, "base64url");
  // Only as we wrote it: an answered one is known by its text, and other texts have the same bytes.
  if (whole.toString("base64url") !== challenge) return false;
  const mac = macOf(secret, purpose, whole.subarray(0, HEAD_BYTES));
  if (whole.length !== HEAD_BYTES + mac.length) return false;
  if (!timingSafeEqual(whole.subarray(HEAD_BYTES), mac)) return false;
  const age = now - whole.readUIntBE(NONCE_BYTES, TIME_BYTES);
  return age >= 0 && age <= CHALLENGE_MS;
}

/** Marks a challenge as answered. Gives false if it was answered before. */
export function spendChallenge(db: Database, challenge: string, now: number): Promise<boolean> {
  return claimOnce(db, spentChallenges, challenge, { now, keptMs: 2 * CHALLENGE_MS });
}

function macOf(secret: string, purpose: Purpose, head: Uint8Array): Buffer {
  const key = needSecret("API_KEY_MAC_SECRET", secret);
  return createHmac("sha256", key).update(`${LABEL}\n${purpose}\n`).update(head).digest();
}

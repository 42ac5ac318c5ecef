import { readCredential, sameHash } from "../../access/credential.ts";
import type { Refusal } from "../../http/index.ts";
import { type Database, ShortMemory } from "../../platform/index.ts";
import { type CodeRow, findCode } from "./code-store.ts";
import { refuseCode } from "./refuse-code.ts";

/** How late a revocation of a code may take effect in an isolate that remembers it. */
const CODE_TTL_MS = 15_000;
const MAX_REMEMBERED = 2_000;
const NO_HASH = "0".repeat(64);

const remembered = new ShortMemory<string, CodeRow | undefined>(CODE_TTL_MS, MAX_REMEMBERED);

export function forgetCode(id: string): void {
  remembered.forget(id);
}

/**
 * Finds a code by its text. Without the right secret nobody learns anything about it, not even that
 * it exists. Revoked codes are found too: the agent that it made may not have got its answer yet.
 */
export async function openCode(
  db: Database,
  text: string,
  now: number,
): Promise<CodeRow | Refusal> {
  const presented = readCredential("rmp_enr", text);
  if (presented === null) return refuseInvalid();
  const load = () => findCode(db, presented.id);
  const row = await remembered.recall(presented.id, now, load);
  const same = sameHash(row?.hash ?? NO_HASH, presented.hash);
  if (row === undefined || !same) return refuseInvalid();
  return row;
}

function refuseInvalid(): Refusal {
  return refuseCode("code_invalid", "The enrollment code is not valid.");
}

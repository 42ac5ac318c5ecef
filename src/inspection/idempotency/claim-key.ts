import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { DAY_MS, MINUTE_MS, randomBase62, type Database } from "../../platform/index.ts";
import { digestOf, textOf } from "../keep/digest.ts";
import type { Message } from "../reading/read-message.ts";
import { inspected, type Inspected } from "../schemas.ts";
import { openAnswer, sealAnswer } from "./seal-answer.ts";
import { claimRow, type KeyRow } from "./store.ts";

/** How long a key is remembered. */
const KEPT_MS = DAY_MS;
/** A request without an answer for so long counts as dead; no request takes nearly as long. */
const SILENT_MS = MINUTE_MS;
const CLAIM_LETTERS = 16;

/** A request's hold on its Idempotency-Key. */
export interface HeldKey {
  tenantId: string;
  keyHash: string;
  claim: string;
  seal: (answer: Inspected) => Promise<string>;
}

export interface KeyClaim {
  tenantId: string;
  key: string;
  message: Message;
  secret: string;
  now: number;
}

/**
 * Claims the key for this request, or returns the answer that is stored under it. Refuses with 409
 * while another request works on it, and with 422 if it was used for another message.
 */
export async function claimKey(
  db: Database,
  { tenantId, key, message, secret, now }: KeyClaim,
): Promise<{ heldKey: HeldKey } | { answer: Inspected } | Refusal> {
  const text = textOf(message);
  const keyHash = (await digestOf(secret, "order", tenantId, key)).toString("hex");
  const bodyHash = (await digestOf(secret, "body", tenantId, text)).toString("hex");
  const seal = await digestOf(secret, "answer", tenantId, key, text);
  const claim = randomBase62(CLAIM_LETTERS);
  const wantedRow = {
    tenantId,
    keyHash,
    bodyHash,
    claim,
    claimedAt: now,
    expiresAt: now + KEPT_MS,
  };
  const row = await claimRow(db, wantedRow, now - SILENT_MS);
  if (row?.claim === claim) {
    return {
      heldKey: { tenantId, keyHash, claim, seal: async (answer) => sealAnswer(seal, answer) },
    };
  }
  const sealed = answerIn(row, bodyHash);
  return isRefusal(sealed) ? sealed : { answer: inspected.parse(await openAnswer(seal, sealed)) };
}

function answerIn(row: KeyRow | undefined, bodyHash: string): string | Refusal {
  if (row !== undefined && row.bodyHash !== bodyHash) {
    const message = "This Idempotency-Key was used for another message.";
    return refuse(422, "idempotency_key_reused", message);
  }
  if (row === undefined || row.answer === null) {
    const message = "A request with this Idempotency-Key is being worked on.";
    return refuse(409, "idempotency_key_busy", message, { retryAfterSeconds: 1 });
  }
  return row.answer;
}

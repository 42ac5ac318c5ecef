import type { Doer } from "../../access/principal.ts";
import { isRefusal, type Refusal } from "../../http/index.ts";
import { timingSafeEqual } from "../../platform/index.ts";
import { isOver, openSecret, SWITCHED_OFF, type Reading } from "../endpoints/seal-secret.ts";
import type { EndpointRow } from "../endpoints/store.ts";
import { signMessage } from "../sign/sign-message.ts";
import { signingPair } from "../sign/signing-pair.ts";
import type { Signed } from "./read-signed.ts";

export interface Signer {
  /**
   * The endpoint's secret that signs now, an earlier one that still signs or not any more, or the
   * key pair.
   */
  by: "current" | "previous" | "ended" | "key_pair";
  /** When that secret stops or stopped signing. */
  until: number | null;
}

interface Asked extends Reading {
  by: Doer;
  now: number;
}

/** The secret or key that made one of these signatures; undefined if none of ours did. */
export async function findSigner(
  { now, ...reading }: Asked,
  { id: endpointId, tenantId, secrets }: EndpointRow,
  { id, seconds, signatures }: Signed,
  body: string,
): Promise<Signer | undefined | Refusal> {
  for (const one of secrets.toReversed()) {
    const secret = await openSecret(reading, { tenantId, endpointId }, one);
    if (isRefusal(secret)) {
      // An old secret may have been lost with its version of the key; the others are still tried.
      if (one.until !== null && SWITCHED_OFF.test(secret.error)) continue;
      return secret;
    }
    const made = await signMessage(id, seconds, body, [secret]);
    if (!bears(signatures, made)) continue;
    const { until } = one;
    if (until === null) return { by: "current", until };
    return { by: isOver(one, now) ? "ended" : "previous", until };
  }
  const pair = await signingPair(reading.env);
  if (pair === undefined) return undefined;
  const made = await signMessage(id, seconds, body, [], pair);
  return bears(signatures, made) ? { by: "key_pair", until: null } : undefined;
}

function bears(signatures: readonly string[], made: Record<string, string>): boolean {
  const expected = Buffer.from(made["webhook-signature"] ?? "");
  return signatures.some((one) => {
    const signature = Buffer.from(one);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

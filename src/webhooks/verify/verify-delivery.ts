import { isRefusal, type Refusal } from "../../http/index.ts";
import type { RequestSurroundings } from "../../platform/index.ts";
import { needEndpoint } from "../endpoints/need-endpoint.ts";
import type { EndpointCall } from "../endpoints/endpoint-call.ts";
import { explainDoubt, type Difference } from "./explain-doubt.ts";
import { findSigner, type Signer } from "./find-signer.ts";
import { readSigned, type Signed, type Unreadable } from "./read-signed.ts";

/** How far the timestamp may be off, as in the libraries of Standard Webhooks. */
const TOLERANCE_SECONDS = 300;

export type Doubt = Unreadable | Difference | "too_old" | "too_new" | "ended_secret";

export interface Verification {
  /** Why a receiver must not trust it; null if all is well. */
  doubt: Doubt | null;
  signer: Signer | null;
  /** The time of sending, by its own timestamp. */
  sentAt: number | null;
}

interface Pasted {
  headers: string;
  body: string;
}

/** Whether a receiver of this endpoint should trust a delivery, and if not, why. Shows no secret. */
export async function verifyDelivery(
  call: EndpointCall & RequestSurroundings,
  { headers, body }: Pasted,
): Promise<Verification | Refusal> {
  const endpoint = await needEndpoint(call);
  if (isRefusal(endpoint)) return endpoint;
  const signed = readSigned(headers);
  if (typeof signed === "string") return { doubt: signed, signer: null, sentAt: null };
  const { env, by, platform, outlive } = call;
  const now = platform.now();
  const signer = await findSigner({ env, by, outlive, now }, endpoint, signed, body);
  if (isRefusal(signer)) return signer;
  const sentAt = signed.seconds * 1000;
  if (signer === undefined) {
    return { doubt: await explainDoubt(call, signed, body), signer: null, sentAt };
  }
  return { doubt: doubtOf(signer, signed, now), signer, sentAt };
}

/**
 * If only the key pair's signature fits, the bytes are ours, but `v1` was made by a secret that is
 * gone.
 */
function doubtOf({ by }: Signer, { seconds, signatures }: Signed, now: number): Doubt | null {
  if (by === "ended") return "ended_secret";
  if (by === "key_pair" && signatures.some((one) => one.startsWith("v1,"))) return "old_secret";
  const age = now / 1000 - seconds;
  if (age > TOLERANCE_SECONDS) return "too_old";
  return age < -TOLERANCE_SECONDS ? "too_new" : null;
}

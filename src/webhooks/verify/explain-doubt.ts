import { isObject, isRefusal } from "../../http/index.ts";
import { findDelivery } from "../delivery/read-deliveries.ts";
import type { EndpointCall } from "../endpoints/endpoint-call.ts";
import type { Signed } from "./read-signed.ts";

export type Difference =
  | "unknown_id"
  | "body_rewritten"
  | "body_altered"
  | "timestamp_altered"
  | "old_secret"
  | "signature_altered";

/** How a delivery differs from what was sent: the log has the body and the headers that signed it. */
export async function explainDoubt(
  call: EndpointCall,
  { id, seconds, signatures }: Signed,
  body: string,
): Promise<Difference> {
  const sent = await findDelivery(call, id);
  if (isRefusal(sent)) return "unknown_id";
  if (sent.body !== body) return saysTheSame(sent.body, body) ? "body_rewritten" : "body_altered";
  const signed = sent.attempts.flatMap(({ signedHeaders }) =>
    signedHeaders ? [signedHeaders] : [],
  );
  const attempt = signed.find((headers) => headers["webhook-timestamp"] === String(seconds));
  if (attempt === undefined) return "timestamp_altered";
  const made = (attempt["webhook-signature"] ?? "").split(" ");
  return signatures.some((one) => made.includes(one)) ? "old_secret" : "signature_altered";
}

/** Whether it is the same JSON written differently, as by a receiver who parses it before verifying. */
function saysTheSame(sent: string, body: string): boolean {
  try {
    return canonical(JSON.parse(sent)) === canonical(JSON.parse(body));
  } catch {
    return false;
  }
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

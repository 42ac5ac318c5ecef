/** What a delivery says of itself in its headers. */
export interface Signed {
  id: string;
  seconds: number;
  /** Each with its version in front: `v1,...` or `v1a,...`. */
  signatures: string[];
}

export type Unreadable = "no_id" | "no_timestamp" | "bad_timestamp" | "no_signature";

/** A header as it is written in logs, by curl or in JSON. */
const LINE = /^[\s"']*(?:-H[\s"']+)?(webhook-(?:id|timestamp|signature))["']?\s*:(.*)$/i;
const ROUND = /^[\s"']+|(?<![\s"',\\])[\s"',\\]+$/g;
const SECONDS = /^\d{1,12}$/;
/** At most three can be ours: two secrets and a key pair. */
const MAX_SIGNATURES = 10;

export function readSigned(text: string): Signed | Unreadable {
  const headers = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, name, value = ""] = LINE.exec(line) ?? [];
    if (name !== undefined) headers.set(name.toLowerCase(), value.replaceAll(ROUND, ""));
  }
  const id = headers.get("webhook-id") ?? "";
  if (id === "") return "no_id";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  if (timestamp === "") return "no_timestamp";
  if (!SECONDS.test(timestamp)) return "bad_timestamp";
  const signatures = (headers.get("webhook-signature") ?? "")
    .split(/\s+/)
    .filter((one) => /^v1a?,/.test(one))
    .slice(0, MAX_SIGNATURES);
  if (signatures.length === 0) return "no_signature";
  return { id, seconds: Number(timestamp), signatures };
}

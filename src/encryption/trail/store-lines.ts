import { failureOf } from "../../http/index.ts";
import { timeOf } from "../../platform/index.ts";
import type { Desk } from "../desk.ts";
import type { DecryptNote } from "./decrypt-trail.ts";
import { fileFor, hashContext, packLines, type DecryptLine } from "./lines.ts";

const ATTEMPTS = 2;
const HTTP = { contentType: "application/x-ndjson", contentEncoding: "gzip" };

/** One file for a tenant's notes of one day. Where storage fails, the lines go to the log instead. */
export async function storeLines(
  { env, platform }: Pick<Desk, "env" | "platform">,
  notes: readonly DecryptNote[],
): Promise<void> {
  const [first] = notes;
  if (first === undefined) return;
  const { tenantId, at } = first;
  const lines = notes.map(lineOf);
  const file = fileFor(tenantId, at);
  const body = packLines(lines);
  let reason = "";
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      await env.OBJECTS.put(file, body, { httpMetadata: HTTP });
      return;
    } catch (error) {
      reason = failureOf(error);
    }
  }
  platform.log({ level: "error", event: "decrypt_trail_not_stored", tenantId, reason });
  for (const line of lines) platform.log({ level: "info", event: "decrypt", tenantId, line });
}

function lineOf(note: DecryptNote): DecryptLine {
  const { tenantId, at, by, action, version, context, outcome } = note;
  const contextHash = context === undefined ? null : hashContext(tenantId, context);
  return {
    at: timeOf(at),
    who: by.subject,
    requestId: by.requestId ?? "",
    action,
    version,
    contextHash,
    outcome,
  };
}

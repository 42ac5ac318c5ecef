import { failureOf } from "../../http/index.ts";
import { erasedAmong } from "../../access/erased-tenants.ts";
import { database, timeOf } from "../../platform/index.ts";
import type { KeyAccess } from "../key-access.ts";
import type { DecryptNote } from "./decrypt-trail.ts";
import { fileFor, hashContext, packLines, type DecryptLine } from "./lines.ts";

const ATTEMPTS = 2;
/** An erasure waits longer before it begins. Only older notes can be of a tenant that was erased. */
const FRESH_MS = 30_000;
const HTTP = { contentType: "application/x-ndjson", contentEncoding: "gzip" };

/** Writes one file with a tenant's notes of one day. If storage fails, the lines go to the log. */
export async function storeLines(
  { env, platform }: Pick<KeyAccess, "env" | "platform">,
  notes: readonly DecryptNote[],
): Promise<void> {
  const [first] = notes;
  if (first === undefined) return;
  const { tenantId, at } = first;
  const db = platform.now() - at > FRESH_MS ? database(env) : undefined;
  const lines = notes.map(lineOf);
  const file = fileFor(tenantId, at);
  const body = packLines(lines);
  let reason = "";
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      if (db !== undefined && (await erasedAmong(db, [tenantId])).size > 0) return;
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

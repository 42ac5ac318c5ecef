import { gzipSync, sha256 } from "../platform/index.ts";
import type { QueuedEvent } from "./read-message.ts";

/** Writes one compressed file for each day and tenant. */
export async function archive(bucket: R2Bucket, events: readonly QueuedEvent[]): Promise<void> {
  const files = Map.groupBy(events, ({ day, tenantId }) => `events/${day}/${tenantId}`);
  for (const [folder, group] of files) {
    const keys = group.map(({ key }) => key).sort();
    // Named by its content: the same events delivered again overwrite themselves.
    const name = sha256(keys.join("\n")).slice(0, 32);
    const lines = group.map(({ line }) => `${line}\n`).join("");
    await bucket.put(`${folder}/${name}.ndjson.gz`, gzipSync(lines), {
      httpMetadata: { contentType: "application/x-ndjson", contentEncoding: "gzip" },
      customMetadata: { events: String(group.length) },
    });
  }
}

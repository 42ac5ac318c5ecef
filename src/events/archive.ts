import { gzipSync, sha256 } from "../platform/index.ts";
import type { QueuedEvent } from "./read-message.ts";

const NAME_LENGTH = 32;

/**
 * Writes one compressed file for each day and tenant. What is written is noted even if the bucket then
 * fails: otherwise those events, delivered again with others, would be written to a second file.
 */
export async function archive(
  bucket: R2Bucket,
  events: readonly QueuedEvent[],
  note: (filed: readonly QueuedEvent[]) => Promise<void>,
): Promise<void> {
  const files = Map.groupBy(events, ({ day, tenantId }) => `events/${day}/${tenantId}`);
  const filed: QueuedEvent[] = [];
  try {
    for (const [folder, group] of files) {
      await putFile(bucket, folder, group);
      filed.push(...group);
    }
  } finally {
    await note(filed);
  }
}

async function putFile(bucket: R2Bucket, folder: string, group: readonly QueuedEvent[]) {
  const keys = group.map(({ key }) => key).sort();
  // Named by its content, so that the same events delivered again overwrite the same file.
  const name = sha256(keys.join("\n")).slice(0, NAME_LENGTH);
  const lines = group.map(({ line }) => `${line}\n`).join("");
  await bucket.put(`${folder}/${name}.ndjson.gz`, gzipSync(lines), {
    httpMetadata: { contentType: "application/x-ndjson", contentEncoding: "gzip" },
    customMetadata: { events: String(group.length) },
  });
}

/**
 * Reads the rest of a body and drops it. If a connection is closed while bytes are still coming, it is
 * reset, and the caller does not get the answer.
 */
export async function readRest(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<void> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) return;
  }
}

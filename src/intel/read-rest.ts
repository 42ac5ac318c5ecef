/**
 * Reads what nobody needs of a body any more, up to a bound. A connection that is closed with bytes
 * on their way is reset, and the answer is lost with it.
 */
export async function readRest(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<void> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) return;
  }
}

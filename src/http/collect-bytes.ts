/** Room for most bodies; it is doubled when it is full. */
const FIRST_BYTES = 4_096;

/**
 * Reads a body of up to `most` bytes; throws `tooLong()` for a longer one. Chunks are copied and not
 * kept, because a chunk of one byte may hold on to far more memory.
 */
export async function collectBytes(
  body: AsyncIterable<Uint8Array> | null,
  most: number,
  tooLong: () => Error,
): Promise<ArrayBuffer> {
  let buffer = new ArrayBuffer(FIRST_BYTES);
  let size = 0;
  for await (const chunk of body ?? []) {
    const end = size + chunk.byteLength;
    if (end > most) throw tooLong();
    if (end > buffer.byteLength) buffer = buffer.transfer(Math.max(end, 2 * buffer.byteLength));
    new Uint8Array(buffer).set(chunk, size);
    size = end;
  }
  return buffer.transfer(size);
}

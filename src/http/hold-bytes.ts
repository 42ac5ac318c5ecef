/** Room for most bodies; it doubles as they come. */
const FIRST_BYTES = 4_096;

/**
 * All of a body of up to `most` bytes; throws what `tooLong` gives of a longer one. A chunk may be one
 * byte with far more memory behind it, so none of them is kept.
 */
export async function holdBytes(
  body: ReadableStream<Uint8Array> | null,
  most: number,
  tooLong: () => Error,
): Promise<ArrayBuffer> {
  let held = new ArrayBuffer(FIRST_BYTES);
  let size = 0;
  for await (const chunk of body ?? []) {
    const end = size + chunk.byteLength;
    if (end > most) throw tooLong();
    if (end > held.byteLength) held = held.transfer(Math.max(end, 2 * held.byteLength));
    new Uint8Array(held).set(chunk, size);
    size = end;
  }
  return held.transfer(size);
}

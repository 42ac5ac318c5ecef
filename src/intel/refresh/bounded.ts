/** Passes bytes on until there are too many of them. */
export async function* bounded(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new FeedTooLarge(maxBytes);
    yield chunk;
  }
}

export class FeedTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`A feed may have at most ${maxBytes} bytes.`);
    this.name = "FeedTooLarge";
    this.maxBytes = maxBytes;
  }
}

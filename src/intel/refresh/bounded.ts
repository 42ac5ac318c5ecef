import { saySize } from "../../http/index.ts";

/** Passes bytes on until there are too many of them. */
export async function* bounded(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooManyBytes(maxBytes);
    yield chunk;
  }
}

export class FeedTooLarge extends Error {
  readonly error: "body_too_large" | "feed_too_large";

  constructor(error: FeedTooLarge["error"], message: string) {
    super(message);
    this.name = "FeedTooLarge";
    this.error = error;
  }
}

function tooManyBytes(most: number): FeedTooLarge {
  return new FeedTooLarge("body_too_large", `A feed may have at most ${saySize(most)}.`);
}

export function tooManyKeys(most: number): FeedTooLarge {
  const message = `More than ${most} keys are too many for a feed: the command intel build makes a segment of them.`;
  return new FeedTooLarge("feed_too_large", message);
}

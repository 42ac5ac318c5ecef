import { saySize } from "../../http/index.ts";

/**
 * As many as an isolate can sort in the memory that the index leaves of its 128 MB. A URL makes two
 * keys, any other entry one.
 */
export const MAX_FEED_KEYS = 500_000;

/** Passes the bytes of a feed on; throws when there are more than `maxBytes`. */
export async function* withinLimit(
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

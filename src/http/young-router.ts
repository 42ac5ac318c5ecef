import type { Result, Router } from "hono/router";

/**
 * After so many requests a fast router is made, which takes some milliseconds. Most isolates see fewer
 * requests for most pages.
 */
export const GROWN_AFTER = 250;

export type Matcher<T> = Pick<Router<T>, "match">;

/** Uses a router that is quick to make until enough requests have come for one that matches fast. */
export class YoungRouter<T> implements Matcher<T> {
  private left = GROWN_AFTER;
  private readonly quick: Matcher<T>;
  private readonly growUp: () => void;

  constructor(quick: Matcher<T>, growUp: () => void) {
    this.quick = quick;
    this.growUp = growUp;
  }

  match(method: string, path: string): Result<T> {
    this.left -= 1;
    if (this.left === 0) this.growUp();
    return this.quick.match(method, path);
  }
}

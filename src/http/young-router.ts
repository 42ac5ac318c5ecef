import type { Result, Router } from "hono/router";

/** Requests after which a fast router is worth its making; most isolates see fewer for most pages. */
export const GROWN_AFTER = 8;

/** A router that is quick to make, until enough requests have come for a router that matches fast. */
export class YoungRouter<T> implements Router<T> {
  name = "YoungRouter";
  private asked = 0;
  private readonly quick: Router<T>;
  private readonly growUp: () => void;

  constructor(quick: Router<T>, growUp: () => void) {
    this.quick = quick;
    this.growUp = growUp;
  }

  add(method: string, path: string, handler: T): void {
    this.quick.add(method, path, handler);
  }

  match(method: string, path: string): Result<T> {
    this.asked += 1;
    if (this.asked >= GROWN_AFTER) this.growUp();
    return this.quick.match(method, path);
  }
}

import { isRefusal, type Refusal } from "./refusal.ts";

/** The only exception of our own: routes throw it, and the kernel makes an answer of it. */
export class Problem extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.name = "Problem";
    this.refusal = refusal;
  }
}

/** The value of a rule's outcome; a refusal ends the request. */
export function settle<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new Problem(outcome);
  return outcome;
}

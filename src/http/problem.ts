import { isRefusal, type Refusal } from "./refusal.ts";

/** The one exception of the house: a route throws it, the kernel alone catches it. */
export class Problem extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.name = "Problem";
    this.refusal = refusal;
  }
}

/** Hands a rule's value on, or ends the request with its refusal. */
export function settle<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new Problem(outcome);
  return outcome;
}

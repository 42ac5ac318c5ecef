import type { Context } from "hono";

declare module "hono" {
  interface ContextVariableMap {
    /** Whether the body or the answer is so large that nothing of the call may outlive it. */
    isLarge: true | undefined;
  }
}

/** The isolate has no room for two of the largest bodies, nor for two exports. */
const MOST_KEPT = 256 * 1024;

/** The last of each; they are never read. */
const kept = new Map<string, object>();

/**
 * Between two requests nothing of a request lives. At a full collection the engine forgets the shape
 * of what no longer exists, and with it all compiled code that knows the shape: what is hot would run
 * as if for the first time again (decision 0003). So the last object of such a shape is kept until
 * the next one comes.
 */
export function keepShape(of: string, example: object): void {
  kept.set(of, example);
}

export function noteSize(c: Context, size: number): void {
  if (size > MOST_KEPT) c.set("isLarge", true);
}

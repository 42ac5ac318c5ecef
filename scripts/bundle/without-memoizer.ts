/**
 * Stands in the deployed script for how zod reads values that contain themselves (wrangler.toml). JSON
 * and forms hold none. Without a memoizer zod reads a value by its schema alone.
 */
export const memoizer = (): undefined => undefined;

export const isBackEdge = (): false => false;

export function isRecursiveSchema(): never {
  throw new Error("The deployed script compiles no schemas.");
}

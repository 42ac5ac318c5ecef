/** The last of each; they are never read. */
const kept = new Map<string, object>();

/**
 * Between two requests nothing of a request lives. At a full collection the engine forgets the shape
 * of what no longer exists, and with it all compiled code that knows the shape: what is hot would run
 * as if for the first time again (decision 0003). So the last object of such a shape is kept until
 * the next one comes: nothing large, nothing that holds a request, an index or a key.
 */
export function keepShape(of: string, example: object): void {
  kept.set(of, example);
}

/** The last object of each kind. Nothing reads them: they only have to exist. */
const kept = new Map<string, object>();

/**
 * Keeps the last object of a kind that hot code works on, for speed alone (decision 0003). When V8
 * collects garbage between two requests, no object of such a kind is left; it then forgets their
 * hidden class and throws away the code that was compiled for it. Keep nothing large, and nothing
 * that holds a request, an index or a key.
 */
export function keepShape(kind: string, example: object): void {
  kept.set(kind, example);
}

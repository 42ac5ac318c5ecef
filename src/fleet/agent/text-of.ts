/** The JSON text in which an agent's own statements are kept; undefined stays undefined. */
export function textOf(said: unknown): string | undefined {
  return said === undefined ? undefined : JSON.stringify(said);
}

/** The JSON text in which an agent's own statements are kept; undefined stays undefined. */
export function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

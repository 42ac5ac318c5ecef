/** What an agent says of itself is kept as the text of its JSON; nothing stays nothing. */
export function textOf(said: unknown): string | undefined {
  return said === undefined ? undefined : JSON.stringify(said);
}

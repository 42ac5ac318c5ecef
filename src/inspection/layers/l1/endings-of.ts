/** The most labels that any of these names has. */
export function mostLabels(names: Iterable<string>): number {
  return Math.max(...Array.from(names, (name) => name.split(".").length));
}

/**
 * Gives a host and the names above it, the longest first, but none of more than `most` labels: a link
 * may have a host of a thousand labels, which is no name that a list has.
 */
export function endingsOf(host: string, most: number): string[] {
  const found: string[] = [];
  for (let at = host.length; at > 0 && found.length < most;) {
    at = host.lastIndexOf(".", at - 1);
    found.unshift(host.slice(at + 1));
  }
  return found;
}

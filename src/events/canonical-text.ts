/** Deeper than any event means to be; beyond it the text itself stands for its content. */
const MAX_DEPTH = 64;

/**
 * The same text for the same content, whatever the order of its keys; null when too deep, or when a
 * number is too large to be told from another.
 */
export function canonicalText(value: unknown, depth = 0): string | null {
  if (value === Infinity || value === -Infinity) return null;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (depth === MAX_DEPTH) return null;
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      const text = canonicalText(item, depth + 1);
      if (text === null) return null;
      parts.push(text);
    }
    return `[${parts.join()}]`;
  }
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [name, item] of entries) {
    const text = canonicalText(item, depth + 1);
    if (text === null) return null;
    parts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${parts.join()}}`;
}

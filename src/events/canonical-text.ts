/** Deeper than any real event. */
const MAX_DEPTH = 64;

/**
 * JSON with sorted keys: the same text for the same content. Null if it is nested too deep, or has a
 * number so large that it is read as Infinity, as others are.
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

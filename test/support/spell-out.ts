/** The JSON of a value with each character of each text as an escape: the longest that it has. */
export function spellOut(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => {
    const text = JSON.parse(quoted) as string;
    const escapes = Array.from({ length: text.length }, (_, at) =>
      text
        .charCodeAt(at)
        .toString(16)
        .padStart(4, "0")
        .replace(/^/, String.raw`\u`),
    );
    return `"${escapes.join("")}"`;
  });
}

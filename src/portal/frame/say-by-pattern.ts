/**
 * An English text of the API, and how it is said in Spanish. A star stands for a quoted text, a # for
 * a number and an @ for the rest that both say, in the same order; a ~ for what the English alone says.
 */
export type Pattern = readonly [english: string, spanish: string];

const MARKS: Readonly<Record<string, string>> = {
  "*": '(".+?")',
  "#": String.raw`(\d+)`,
  "@": "(.+)",
  "~": ".*",
};

/** The Spanish of the first pattern that fits. */
export function sayByPattern(patterns: readonly Pattern[], said: string): string | undefined {
  for (const [english, spanish] of patterns) {
    const found = patternOf(english).exec(said);
    if (found !== null) return spanish.replaceAll(/[*#@]/g, fillFrom(found.slice(1)));
  }
  return undefined;
}

function patternOf(english: string): RegExp {
  const source = english.replaceAll(/[\\()/.]/g, String.raw`\$&`);
  return new RegExp(`^${source.replaceAll(/[*#@~]/g, (mark) => MARKS[mark] ?? "")}$`, "su");
}

function fillFrom(parts: string[]): () => string {
  return () => parts.shift() ?? "";
}

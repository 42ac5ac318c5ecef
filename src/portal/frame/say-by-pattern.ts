import { once } from "../../platform/index.ts";
import { readLines } from "./read-words.ts";

/**
 * An English text of the API and its Spanish. In both, `*` is a quoted text, `#` a number and `@`
 * any rest, in the same order; `~` is a rest that only the English has.
 */
type Pattern = readonly [english: string, spanish: string];

const MARKS: Readonly<Record<string, string>> = {
  "*": '(".+?")',
  "#": String.raw`(\d+)`,
  "@": "(.+)",
  "~": ".*",
};

/** The patterns of a file beside the script, one a line; read when they are first asked for. */
export function patternsOf(text: string): () => readonly Pattern[] {
  return once(() => readLines(text).map(([english = "", spanish = ""]) => [english, spanish]));
}

/** The Spanish of the first pattern that matches. */
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

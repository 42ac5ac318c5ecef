import type { Language } from "./language.ts";

/** Between the parts of a line. */
const BETWEEN = " | ";

/** What of the words cannot stand in a file: a sentence around a value, or a table in a table. */
type Rest<T> = Partial<T> & { [K in keyof T as T[K] extends string ? never : K]: T[K] };

/**
 * Words whose Spanish stands in a file beside the script, in lines of a name and a text, so that it
 * takes no room in the script. What cannot stand in the file comes along. A test compares the names.
 */
export function withSpanish<T extends object>(
  en: T,
  lines: string,
  ...[rest]: object extends Rest<T> ? [rest?: NoInfer<Rest<T>>] : [rest: NoInfer<Rest<T>>]
): Record<Language, T> {
  return { en, es: { ...Object.fromEntries(readLines(lines)), ...rest } as T };
}

/** Reads a table in a file beside the script: lines of a name, its English and its Spanish words. */
export function readWords(text: string): Record<Language, Readonly<Record<string, string>>> {
  const lines = readLines(text);
  return {
    en: Object.fromEntries(lines.map(([name, en]) => [name, en])),
    es: Object.fromEntries(lines.map(([name, , es]) => [name, es])),
  };
}

/** Reads lines of several parts; a line of one part is said to whoever reads the file. */
export function readLines(text: string): string[][] {
  return text
    .split("\n")
    .map((line) => line.split(BETWEEN))
    .filter((parts) => parts.length > 1);
}

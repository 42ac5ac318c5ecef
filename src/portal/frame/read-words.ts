import { once } from "../../platform/index.ts";
import type { Language } from "./language.ts";

/** Between the parts of a line. */
const BETWEEN = " | ";

/** What of the words cannot stand in a file: a sentence around a value, or a table in a table. */
type Rest<T> = Partial<T> & { [K in keyof T as T[K] extends string ? never : K]: T[K] };

/**
 * Words whose Spanish stands in a file beside the script, in lines of a name and a text, so that it
 * takes no room in the script, and is read when it is first said. What cannot stand in the file comes
 * along. A test compares the names.
 */
export function withSpanish<T extends object>(
  en: T,
  lines: string,
  ...[rest]: object extends Rest<T> ? [rest?: NoInfer<Rest<T>>] : [rest: NoInfer<Rest<T>>]
): Record<Language, T> {
  const read = once(() => ({ ...Object.fromEntries(readLines(lines)), ...rest }) as T);
  return {
    en,
    get es() {
      return read();
    },
  };
}

/** Reads a table in a file beside the script: lines of a name, its English and its Spanish words. */
export function readWords(text: string): Record<Language, Readonly<Record<string, string>>> {
  const read = once(() => readLines(text));
  const en = once(() => Object.fromEntries(read().map(([name, said]) => [name, said])));
  const es = once(() => Object.fromEntries(read().map(([name, , said]) => [name, said])));
  return {
    get en() {
      return en();
    },
    get es() {
      return es();
    },
  };
}

/** Reads lines of several parts; a line of one part is said to whoever reads the file. */
export function readLines(text: string): string[][] {
  return text
    .split("\n")
    .map((line) => line.split(BETWEEN))
    .filter((parts) => parts.length > 1);
}

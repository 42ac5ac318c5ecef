import { once } from "../../platform/index.ts";
import type { Language } from "./language.ts";

/** Between the parts of a line. */
const BETWEEN = " | ";

/** What of the words cannot stand in a file: a sentence around a value, or a table in a table. */
type Rest<T> = Partial<T> & { [K in keyof T as T[K] extends string ? never : K]: T[K] };

/** A file beside the script, or a part of it, which is cut out when it is first read. */
type Lines = string | (() => string);

/** The lines below a heading like `[states]`, up to the next. */
export function partOf(text: string, heading: string): () => string {
  return () => {
    const [, ...parts] = `\n${text}`.split("\n[");
    const found = parts.find((part) => part.startsWith(`${heading}]`));
    return found ?? "";
  };
}

/**
 * Words whose Spanish stands in a file beside the script, in lines of a name and a text, so that it
 * takes no room in the script, and is read when it is first said. What cannot stand in the file comes
 * along. A test compares the names.
 */
export function withSpanish<T extends object>(
  en: T,
  lines: Lines,
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

/**
 * Reads a table in a file beside the script: lines of a name, its English and its Spanish words. A test
 * compares the names with those that are to be said.
 */
export function readWords<K extends string = string>(
  lines: Lines,
): Record<Language, Readonly<Record<K, string>>> {
  const read = once(() => readLines(lines));
  const en = once(() => wordsOf<K>(read().map(([name, said]) => [name, said])));
  const es = once(() => wordsOf<K>(read().map(([name, , said]) => [name, said])));
  return {
    get en() {
      return en();
    },
    get es() {
      return es();
    },
  };
}

function wordsOf<K extends string>(entries: unknown[][]): Record<K, string> {
  return Object.fromEntries(entries) as Record<K, string>;
}

/**
 * Reads lines of several parts, up to a heading; a line of one part is said to whoever reads the file.
 */
export function readLines(lines: Lines): string[][] {
  const [above = ""] = (typeof lines === "string" ? lines : lines()).split("\n[");
  return above
    .split("\n")
    .map((line) => line.split(BETWEEN))
    .filter((parts) => parts.length > 1);
}

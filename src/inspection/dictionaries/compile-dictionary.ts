import { compilePattern, type CompiledPattern } from "../../dictionaries/patterns/index.ts";
import type { DictionaryRow } from "../../dictionaries/store.ts";
import { once } from "../../platform/index.ts";
import { TermList } from "./term-list.ts";

/** A dictionary in the form that messages are compared with. */
export interface CompiledDictionary {
  name: string;
  severity: DictionaryRow["severity"];
  language: string | null;
  terms: TermList | undefined;
  domains: ReadonlySet<string>;
  patterns: readonly (() => CompiledPattern)[];
}

/**
 * Compiles a dictionary. Entries of weight 0 are switched off and left out; patterns are compiled when
 * a message first needs them.
 */
export function compileDictionary(row: DictionaryRow): CompiledDictionary {
  const { name, severity, language, kind } = row;
  const values = row.entries.filter(({ weight }) => weight > 0).map(({ value }) => value);
  return {
    name,
    severity,
    language,
    terms: kind === "terms" ? new TermList(values) : undefined,
    domains: new Set(kind === "domains" ? values : []),
    patterns: kind === "regex" ? values.map((source) => once(() => compilePattern(source))) : [],
  };
}

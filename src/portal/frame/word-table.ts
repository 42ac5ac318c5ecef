import type { Language } from "./language.ts";

type Words = Record<Language, Record<string, string>>;

/**
 * A long table of words in a file beside the script, which a page loads before it is shown. So other
 * pages do not load it, and it takes no room in the script.
 */
export class WordTable {
  private readonly load: () => Promise<{ default: string }>;
  private words: Words | undefined;

  constructor(load: () => Promise<{ default: string }>) {
    this.load = load;
  }

  async open(): Promise<void> {
    this.words ??= readWords((await this.load()).default);
  }

  in(language: Language): Readonly<Record<string, string>> {
    if (this.words === undefined) throw new Error("The words were not opened before the page.");
    return this.words[language];
  }
}

/** Reads lines of a name, its English and its Spanish words; a line with # is about those behind it. */
export function readWords(text: string): Words {
  const words: Words = { en: {}, es: {} };
  for (const line of text.trim().split("\n")) {
    const [name = "", en, es] = line.split(" | ");
    if (en === undefined || es === undefined) continue;
    words.en[name] = en;
    words.es[name] = es;
  }
  return words;
}

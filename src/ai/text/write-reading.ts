import { splitSentences } from "./split-sentences.ts";
import { wordsOf } from "./tokenise.ts";

/**
 * The form in which a search reads a text again: folded words with blanks between them and a line for
 * each sentence; the first line is the title. Made once, when the text is indexed.
 */
export function writeReading(title: string, text: string): string {
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end));
  return [title, ...sentences].map((line) => wordsOf(line).join(" ")).join("\n");
}

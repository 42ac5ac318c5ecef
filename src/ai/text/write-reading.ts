import { splitSentences } from "./split-sentences.ts";
import { wordsOf } from "./tokenise.ts";

/**
 * A text as a search reads it again: folded words with blanks between them, a line to each sentence,
 * the first line for its title. Made once, when the text is indexed.
 */
export function writeReading(title: string, text: string): string {
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end));
  return [title, ...sentences].map((line) => wordsOf(line).join(" ")).join("\n");
}

const GRAM = 4;

/** The distinct 4-grams of the words in a line, each word with a blank on either side. */
export function gramsOf(line: string): Set<string> {
  return new Set(gramsIn(line));
}

/** All 4-grams, also repeated ones. A 4-gram that reaches across a blank does not count. */
export function gramsIn(line: string): string[] {
  const grams: string[] = [];
  for (let at = 0; at + GRAM <= line.length; at += 1) {
    const gram = line.slice(at, at + GRAM);
    const blank = gram.indexOf(" ", 1);
    if (blank === -1 || blank === GRAM - 1) grams.push(gram);
  }
  return grams;
}

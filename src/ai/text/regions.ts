/** Where the part after the first consonant that follows a vowel begins, counted from `from`. */
export function regionAfter(word: string, from: number, isVowel: (letter: string) => boolean) {
  for (let at = from + 1; at < word.length; at += 1) {
    if (!isVowel(word[at] ?? "") && isVowel(word[at - 1] ?? "")) return at + 1;
  }
  return word.length;
}

/** The longest of these endings that the word has. */
export function endingOf(word: string, endings: readonly string[]): string | undefined {
  let longest: string | undefined;
  for (const ending of endings) {
    if (ending.length > (longest?.length ?? 0) && word.endsWith(ending)) longest = ending;
  }
  return longest;
}

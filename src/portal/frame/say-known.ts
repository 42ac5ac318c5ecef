/** Our word for the text, if there is one; else the text as somebody wrote it. */
export function sayKnown(words: Readonly<Record<string, string>>, text: string): string {
  return (Object.hasOwn(words, text) ? words[text] : undefined) ?? text;
}

/** In our words, where there are some for it; what somebody else has written stays as it is. */
export function sayKnown(words: Readonly<Record<string, string>>, text: string): string {
  return (Object.hasOwn(words, text) ? words[text] : undefined) ?? text;
}

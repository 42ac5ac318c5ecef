const MARKS = /\p{M}+/gu;
const PLAIN = /^[\u0020-\u007e]*$/;

/** Lower case without accents, so that what people type looks like what they search for. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return PLAIN.test(lower) ? lower : lower.normalize("NFKD").replace(MARKS, "");
}

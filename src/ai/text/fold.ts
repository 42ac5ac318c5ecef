const MARKS = /\p{M}+/gu;
const PLAIN = /^[\u0020-\u007e]*$/;

/** Lower case without accents: what people type and what they search for then look alike. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return PLAIN.test(lower) ? lower : lower.normalize("NFKD").replace(MARKS, "");
}

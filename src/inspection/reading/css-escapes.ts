/** A number of up to six digits with the blank that ends it, or a sign as it is. */
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|(.))/gi;
const CODE_POINTS = 0x110000;

/** A style without the escapes that browsers undo ("d\69splay"); escaped, nothing parts it. */
export function undoEscapes(css: string): string {
  return css.replace(ESCAPE, (_, hex?: string, sign = "") =>
    (hex === undefined ? sign : String.fromCodePoint(Number(`0x${hex}`) % CODE_POINTS)).replace(
      /[{};]/,
      "_",
    ),
  );
}

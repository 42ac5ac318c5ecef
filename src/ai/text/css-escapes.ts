/** An escape: up to six hexadecimal digits and the blank that ends them, or any one sign. */
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|(.))/gi;
const CODE_POINTS = 0x110000;

/**
 * Undoes the escapes of a style as browsers do ("d\69splay"). An escaped brace or semicolon becomes
 * `_`, because it ends nothing.
 */
export function undoEscapes(css: string): string {
  return css.replace(ESCAPE, (_, hex?: string, sign = "") =>
    (hex === undefined ? sign : String.fromCodePoint(Number(`0x${hex}`) % CODE_POINTS)).replace(
      /[{};]/,
      "_",
    ),
  );
}

/** A number of up to six digits with the blank that ends it, or a sign as it is. */
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|([^\n]))/gi;
/** What a style is parted by: escaped, it parts nothing. */
const PARTS = /[{};]/;
const LAST_CODE_POINT = 0x10ffff;

/** A style without the escapes that browsers undo ("d\69splay"). */
export function undoEscapes(css: string): string {
  if (!css.includes("\\")) return css;
  return css.replace(ESCAPE, (_, hex?: string, sign = "") => {
    const code = Number.parseInt(hex ?? "", 16);
    const written = code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : sign;
    return PARTS.test(written) ? "_" : written;
  });
}

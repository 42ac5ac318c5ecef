type Cell = string | number | null | undefined;

/** A spreadsheet reads a cell that begins like this as a formula. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;
/** The same behind a character that begins a cell where the comma is the decimal sign. */
const INNER_FORMULA = /([;\t])(?='*[" ]*[=+\-@＝＋－＠])/g;
/** Apostrophes that were put before a text. */
const GUARD = /^'(?='*[=+\-@＝＋－＠\t\r\n])/;
const INNER_GUARD = /([;\t])'(?='*[" ]*[=+\-@＝＋－＠])/g;
const BREAKS = /[",;\t\r\n]/;

/** RFC 4180. An apostrophe before a text keeps a spreadsheet from running it as a formula. */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(value: Cell): string {
  if (typeof value !== "string") return String(value ?? "");
  const inert = value.replaceAll(INNER_FORMULA, "$1'");
  const text = FORMULA.test(inert) ? `'${inert}` : inert;
  return BREAKS.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a cell as it was before it was written so that no spreadsheet runs it. */
export function unguarded(cell: string): string {
  return cell.replace(GUARD, "").replaceAll(INNER_GUARD, "$1");
}

/** Headers of a download that is saved under this name. */
export function csvHeaders(name: string): Record<string, string> {
  return {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}.csv"`,
  };
}

import { csvFields } from "./csv.ts";

/** A quote that is open for more lines is taken for an error. */
const MOST_LINES = 8;

/** Joins the lines of a CSV into records, which may have line ends within quotes. */
export class CsvLines {
  private open: readonly string[] = [];

  get isOpen(): boolean {
    return this.open.length > 0;
  }

  /**
   * The fields of a record once its last line has come. If a line is a whole record by itself while a
   * quote is open, the open record is given up (`isLost`).
   */
  take(line: string, columns: number): { fields: string[] | undefined; isLost: boolean } {
    const { open, isOpen } = this;
    const own = csvFields(line);
    const isWhole = own !== undefined && (!isOpen || own.length >= columns);
    const fields = isWhole ? own : csvFields([...open, line].join("\n"));
    const isLost = fields === undefined ? open.length >= MOST_LINES : isWhole && isOpen;
    this.open = fields === undefined && !isLost ? [...open, line] : [];
    return { fields, isLost };
  }
}

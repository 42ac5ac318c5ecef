import { csvFields } from "./csv.ts";

/** A quote that is open for longer is one too many. */
const MOST_LINES = 8;

/** Puts the records of a CSV together, which may have line ends within quotes. */
export class CsvLines {
  private open: readonly string[] = [];

  get isOpen(): boolean {
    return this.open.length > 0;
  }

  /**
   * The fields of a record when its last line comes. A line that is whole by itself shows that the
   * record before it, whose quote is still open, is none.
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

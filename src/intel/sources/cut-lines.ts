/** Far beyond any real record; one that is longer is given on cut, and will be found bad. */
const MAX_LINE = 65_536;

export type TakeRecord = (record: string, line: number) => void;

/** Cuts text that comes in pieces into lines. */
export class LineCutter {
  private readonly take: TakeRecord;
  private rest = "";
  private line = 0;

  constructor(take: TakeRecord) {
    this.take = take;
  }

  push(piece: string): void {
    const text = this.rest + piece;
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      this.give(text.slice(from, end));
      from = end + 1;
    }
    this.rest = text.slice(from);
    if (this.rest.length > MAX_LINE) {
      this.give(this.rest);
      this.rest = "";
    }
  }

  /** Lines have no end to miss. */
  end(): undefined {
    if (this.rest !== "") this.give(this.rest);
    this.rest = "";
  }

  private give(text: string): void {
    this.line += 1;
    const record = text.endsWith("\r") ? text.slice(0, -1) : text;
    this.take(this.line === 1 && record.startsWith("\uFEFF") ? record.slice(1) : record, this.line);
  }
}

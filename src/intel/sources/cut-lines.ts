import { HeldText } from "../../platform/index.ts";

/** No real record is longer. A longer one is passed on cut, and will be found bad. */
const MAX_LINE = 65_536;

export type TakeRecord = (record: string, line: number) => void;

type LineEnd = "\n" | "\r";

/** What ends the lines of a file, by its beginning: "\r" only if there is no "\n". */
export function lineEndOf(head: string): LineEnd {
  const at = head.indexOf("\r");
  // A "\r" at the very end may be half of "\r\n".
  return at >= 0 && at < head.length - 1 && !head.includes("\n") ? "\r" : "\n";
}

/** Cuts text that comes in pieces into lines. */
export class LineCutter {
  private readonly take: TakeRecord;
  private readonly rest = new HeldText();
  private line = 0;
  /** A line was too long and was passed on cut; the rest of it is dropped. */
  private isCut = false;
  private readonly lineEnd: LineEnd;

  constructor(take: TakeRecord, lineEnd: LineEnd = "\n") {
    this.take = take;
    this.lineEnd = lineEnd;
  }

  push(piece: string): void {
    const { lineEnd } = this;
    let from = 0;
    for (let end = piece.indexOf(lineEnd); end >= 0; end = piece.indexOf(lineEnd, from)) {
      this.rest.add(piece.slice(from, end));
      const text = this.rest.take();
      if (!this.isCut) this.give(text);
      this.isCut = false;
      from = end + 1;
    }
    if (this.isCut) return;
    this.rest.add(piece.slice(from));
    if (this.rest.length <= MAX_LINE) return;
    this.give(this.rest.take());
    this.isCut = true;
  }

  /** Gives the last line, which may have no line end. */
  end(): undefined {
    if (this.rest.length > 0) this.give(this.rest.take());
  }

  private give(text: string): void {
    this.line += 1;
    const record = text.endsWith("\r") ? text.slice(0, -1) : text;
    this.take(this.line === 1 && record.startsWith("\uFEFF") ? record.slice(1) : record, this.line);
  }
}

import { HeldText } from "../../platform/index.ts";

/** Far beyond any real record; one that is longer is given on cut, and will be found bad. */
const MAX_LINE = 65_536;

export type TakeRecord = (record: string, line: number) => void;

type LineEnd = "\n" | "\r";

/** What ends the lines of a file, by its head: a return alone where there is nothing else. */
export function lineEndOf(head: string): LineEnd {
  const at = head.indexOf("\r");
  // A last one may be half of an end.
  return at >= 0 && at < head.length - 1 && !head.includes("\n") ? "\r" : "\n";
}

/** Cuts text that comes in pieces into lines. */
export class LineCutter {
  private readonly take: TakeRecord;
  private readonly rest = new HeldText();
  private line = 0;
  /** What was too long was given on, and the rest of it is nobody's. */
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

  /** Lines have no end to miss. */
  end(): undefined {
    if (this.rest.length > 0) this.give(this.rest.take());
  }

  private give(text: string): void {
    this.line += 1;
    const record = text.endsWith("\r") ? text.slice(0, -1) : text;
    this.take(this.line === 1 && record.startsWith("\uFEFF") ? record.slice(1) : record, this.line);
  }
}

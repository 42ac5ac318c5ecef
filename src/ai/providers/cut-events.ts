import { HeldText } from "../../platform/index.ts";

/** One event may carry as much; a server that sends more without an end has lost its way. */
const MAX_EVENT = 256_000;
const LINE_END = /\r\n|\n|\r/;

/**
 * Cuts text that comes in pieces into the data of server-sent events; passes over comments and names.
 */
export class EventCutter {
  private readonly line = new HeldText();
  /** A line end that may go on in the next piece. */
  private carried = "";
  private data: string[] = [];
  private size = 0;

  *push(piece: string): Generator<string, void> {
    const text = this.carried + piece;
    this.carried = text.endsWith("\r") ? "\r" : "";
    if (this.line.length + text.length > MAX_EVENT) throw endless();
    const parts = text.slice(0, text.length - this.carried.length).split(LINE_END);
    const rest = parts.pop() ?? "";
    for (const part of parts) {
      this.line.add(part);
      yield* this.take(this.line.take());
    }
    this.line.add(rest);
  }

  private *take(line: string): Generator<string, void> {
    if (line === "" && this.data.length > 0) {
      yield this.data.join("\n");
      this.data = [];
      this.size = 0;
    } else if (line === "data" || line.startsWith("data:")) {
      // The bare name is a line of data without a letter.
      this.size += line.length;
      if (this.size > MAX_EVENT) throw endless();
      this.data.push(line.slice("data:".length).replace(/^ /, ""));
    }
  }
}

function endless(): Error {
  return new Error("an event without an end");
}

import { HeldText } from "../../platform/index.ts";

/** The longest event. A server that sends more without an end of the event is broken. */
const MAX_EVENT = 256_000;
const LINE_END = /\r\n|\n|\r/;

/**
 * Cuts text that arrives in pieces into the data of server-sent events. Comments and names are left
 * out.
 */
export class EventCutter {
  private readonly line = new HeldText();
  /** A carriage return at the end of a piece, whose line feed may be in the next piece. */
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
      // The bare name is an empty line of data.
      this.size += line.length;
      if (this.size > MAX_EVENT) throw endless();
      this.data.push(line.slice("data:".length).replace(/^ /, ""));
    }
  }
}

function endless(): Error {
  return new Error("an event without an end");
}

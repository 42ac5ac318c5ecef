import type { Refusal } from "../../http/index.ts";
import { MAX_LONG_TEXT } from "./schemas.ts";
import { tooLong } from "./too-long.ts";

/**
 * Collects lines up to the bound of a document: lines that repeat their headings may be a thousand
 * times as long as what was sent.
 */
export class Lines {
  private readonly lines: string[] = [];
  private length = 0;

  get full(): boolean {
    return this.length > MAX_LONG_TEXT;
  }

  add(line: string): void {
    this.length += line.length + 1;
    if (!this.full) this.lines.push(line);
  }

  /** All of them, unless they are more than a document may have. */
  read(): string | Refusal {
    return this.full ? tooLong(MAX_LONG_TEXT) : this.lines.join("\n");
  }
}

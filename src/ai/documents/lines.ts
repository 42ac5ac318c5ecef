import type { Refusal } from "../../http/index.ts";
import { MAX_LONG_TEXT } from "./limits.ts";
import { tooLong } from "./too-long.ts";

/**
 * Collects lines up to the longest document: lines that repeat their headings may be a thousand times
 * as long as what was sent.
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

  /** All lines, or a refusal if they are longer than a document may be. */
  read(): string | Refusal {
    return this.full ? tooLong(MAX_LONG_TEXT) : this.lines.join("\n");
  }
}

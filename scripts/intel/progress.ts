import type { Writable } from "node:stream";

const WIDTH = 30;
const STEP_MS = 100;
const KILO = 1e3;
const MEGA = 1e6;
const QUARTERS = 4;

type Console = Writable & { isTTY?: boolean };

/** Shows how far something is: a bar on a terminal, a line for each quarter elsewhere. */
export class Progress {
  private readonly what: string;
  private readonly total: number;
  private readonly out: Console;
  private done = 0;
  private quarter = 0;
  private shownAt = 0;

  constructor(what: string, total: number, out: Console = process.stderr) {
    this.what = what;
    this.total = total;
    this.out = out;
  }

  add(bytes: number): void {
    this.done += bytes;
    const isDone = this.done >= this.total;
    if (this.out.isTTY === true) this.drawBar(isDone);
    else this.tellQuarter();
  }

  private drawBar(isDone: boolean): void {
    const now = Date.now();
    if (!isDone && now - this.shownAt < STEP_MS) return;
    this.shownAt = now;
    const filled = Math.round(WIDTH * this.share);
    const bar = "#".repeat(filled).padEnd(WIDTH, ".");
    this.out.write(`\r${this.what} [${bar}] ${this.text}${isDone ? "\n" : ""}`);
  }

  private tellQuarter(): void {
    const quarter = Math.floor(this.share * QUARTERS);
    if (quarter > this.quarter) this.out.write(`${this.what} ${this.text}\n`);
    this.quarter = quarter;
  }

  private get share(): number {
    return this.total === 0 ? 1 : Math.min(1, this.done / this.total);
  }

  private get text(): string {
    const [unit, name] = this.total < MEGA ? [KILO, "KB"] : [MEGA, "MB"];
    const [part, whole] = [this.done, this.total].map((bytes) => (bytes / unit).toFixed(1));
    return `${Math.round(this.share * 100)} % (${part} of ${whole} ${name})`;
  }
}

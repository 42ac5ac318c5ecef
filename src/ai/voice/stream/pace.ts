/** How many messages come in a second, and how many bytes in all beside what the clock allows. */
export class Pace {
  private second = 0;
  private count = 0;
  private bytes = 0;
  private readonly perSecond: number;

  constructor(perSecond: number) {
    this.perSecond = perSecond;
  }

  /** False for one too many in its second, or for more bytes in all than `mostBytes`. */
  takes(bytes: number, now: number, mostBytes: number): boolean {
    const second = Math.floor(now / 1_000);
    if (second !== this.second) this.count = 0;
    this.second = second;
    this.count += 1;
    this.bytes += bytes;
    return this.count <= this.perSecond && this.bytes <= mostBytes;
  }
}

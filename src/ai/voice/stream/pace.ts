/** Counts the messages in each second, and the bytes in all. */
export class Pace {
  private second = 0;
  private count = 0;
  private bytes = 0;
  private readonly perSecond: number;

  constructor(perSecond: number) {
    this.perSecond = perSecond;
  }

  /** False if there are too many messages in this second, or more than `mostBytes` bytes in all. */
  takes(bytes: number, now: number, mostBytes: number): boolean {
    const second = Math.floor(now / 1_000);
    if (second !== this.second) this.count = 0;
    this.second = second;
    this.count += 1;
    this.bytes += bytes;
    return this.count <= this.perSecond && this.bytes <= mostBytes;
  }
}

/** Counts the messages against what a while allows, and the bytes in all. */
export class Pace {
  private left: number;
  private at = 0;
  private bytes = 0;
  private readonly perSecond: number;
  private readonly atOnce: number;

  /** As many may come in each second, and so many at once after a pause. */
  constructor(perSecond: number, atOnce = perSecond) {
    this.perSecond = perSecond;
    this.atOnce = atOnce;
    this.left = atOnce;
  }

  /** False if there are too many messages, or more than `mostBytes` bytes in all. */
  takes(bytes: number, now: number, mostBytes: number): boolean {
    const passed = Math.max(0, now - this.at) / 1_000;
    this.at = now;
    this.left = Math.min(this.atOnce, this.left + passed * this.perSecond) - 1;
    this.bytes += bytes;
    return this.left >= 0 && this.bytes <= mostBytes;
  }
}

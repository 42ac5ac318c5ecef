import { MAX_WAITING_BYTES } from "./limits.ts";

/** Audio, or a text among it, which costs nothing. */
type Sent = ArrayBuffer | string;

/** Sends audio to a provider as far as its cost is reserved. The rest waits. */
export class AudioTab {
  private sent = 0;
  private granted = 0;
  private paidSeconds = 0;
  private waiting: Sent[] = [];
  private waitingBytes = 0;
  private isOver = false;
  private usedUp = Promise.withResolvers<void>();
  private readonly bytesPerSecond: number;
  private readonly send: (next: Sent) => void;

  constructor(bytesPerSecond: number, send: (next: Sent) => void) {
    this.bytesPerSecond = bytesPerSecond;
    this.send = send;
  }

  /** Adds audio or a text. False if more waits than there is room for. */
  add(next: Sent): boolean {
    this.waiting.push(next);
    this.waitingBytes += bytesOf(next);
    this.flush();
    return this.waitingBytes <= MAX_WAITING_BYTES;
  }

  /**
   * Lets further seconds be sent, which are reserved. Resolves when these are too few for what waits,
   * or after `stop`.
   */
  async grant(seconds: number): Promise<void> {
    this.granted = (this.paidSeconds + seconds) * this.bytesPerSecond;
    this.usedUp = Promise.withResolvers<void>();
    this.flush();
    if (!this.isOver) await this.usedUp.promise;
  }

  stop(): void {
    this.isOver = true;
    this.waiting = [];
    this.usedUp.resolve();
  }

  /**
   * The whole seconds since the last call. A second that has begun counts as one, and is counted only
   * once.
   */
  takeSeconds(): number {
    const seconds = Math.ceil(this.sent / this.bytesPerSecond) - this.paidSeconds;
    this.paidSeconds += seconds;
    return seconds;
  }

  private flush(): void {
    for (;;) {
      const [next] = this.waiting;
      if (next === undefined) return;
      const bytes = bytesOf(next);
      if (this.sent + bytes > this.granted) return this.usedUp.resolve();
      this.waiting.shift();
      this.waitingBytes -= bytes;
      this.sent += bytes;
      this.send(next);
    }
  }
}

function bytesOf(next: Sent): number {
  return typeof next === "string" ? 0 : next.byteLength;
}

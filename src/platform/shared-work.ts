import type { Outlive } from "./surroundings.ts";

/**
 * Work that is done once for all requests that need it at the same time. If the request that began it
 * is cut off, so is the work; therefore each request waits only for its own `patience`.
 */
export class SharedWork {
  private running: Promise<true> | undefined;

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /** False if the patience ran out first: then the next request starts the work again. */
  async join(
    work: () => Promise<void>,
    outlive: Outlive,
    patience: Promise<unknown>,
  ): Promise<boolean> {
    const running = this.running ?? this.begin(work, outlive);
    const isDone = await Promise.race([running, patience]);
    if (isDone === true || this.running !== running) return true;
    this.running = undefined;
    return false;
  }

  private begin(work: () => Promise<void>, outlive: Outlive) {
    const running = done(work).finally(() => {
      if (this.running === running) this.running = undefined;
    });
    this.running = running;
    outlive(running);
    return running;
  }
}

async function done(work: () => Promise<void>): Promise<true> {
  await work();
  return true;
}

import { ringsAt } from "./ring-within.ts";

/**
 * An object's one alarm, for an object that sets it so often that it had better not ask the storage
 * each time. `at` is its time as far as this object knows it since it woke, else 0.
 */
export class AlarmClock {
  private readonly storage: DurableObjectStorage;
  private at = 0;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
  }

  async set(at: number): Promise<void> {
    this.at = at;
    await this.storage.setAlarm(at);
  }

  /** Makes sure that it rings within this time, in one write with what was written just before. */
  async within(ms: number): Promise<void> {
    const now = Date.now();
    if (this.at <= now || this.at > now + ms) await this.set(now + ms);
  }

  /** Makes sure that it rings by then; one that was set for sooner before the object slept stays. */
  async by(at: number, now = Date.now()): Promise<void> {
    if (this.at <= now) await this.look(now);
    if (this.at === 0 || this.at > at) await this.set(at);
  }

  rang(): void {
    this.at = 0;
  }

  private async look(now: number): Promise<void> {
    const set = await ringsAt(this.storage, now);
    // Unless it was set meanwhile.
    if (this.at <= now) this.at = set ?? 0;
  }
}

import { ringsAt } from "./ring-within.ts";

/**
 * The alarm of a Durable Object that sets it often: it remembers the alarm's time, so as not to ask the
 * storage each time. `at` is 0 until the time is known after a start.
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

  /** Makes sure that it rings within this time. Needs no read, so it joins the writes before it. */
  async within(ms: number): Promise<void> {
    const now = Date.now();
    if (this.at <= now || this.at > now + ms) await this.set(now + ms);
  }

  /** Makes sure that it rings by then. An earlier alarm from before the object slept stays. */
  async by(at: number, now = Date.now()): Promise<void> {
    if (this.at <= now) await this.look(now);
    if (this.at === 0 || this.at > at) await this.set(at);
  }

  rang(): void {
    this.at = 0;
  }

  private async look(now: number): Promise<void> {
    const set = await ringsAt(this.storage, now);
    // Only if nothing else set it during the wait.
    if (this.at <= now) this.at = set ?? 0;
  }
}

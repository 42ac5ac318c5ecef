import { ringsAt } from "../../platform/index.ts";

/** The object's one alarm. `at` is its time as far as this object knows it since it woke, else 0. */
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

  /** Makes sure that it rings within this time. */
  async within(ms: number): Promise<void> {
    const now = Date.now();
    if (this.at <= now || this.at > now + ms) await this.set(now + ms);
  }

  /** Makes sure that it rings by then. */
  async by(at: number): Promise<void> {
    const now = Date.now();
    const set = this.at > now ? this.at : await ringsAt(this.storage, now);
    if (set === null || set > at) await this.set(at);
  }

  rang(): void {
    this.at = 0;
  }
}

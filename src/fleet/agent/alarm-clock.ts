/** The object's one alarm, and what this object knows of it since it woke. */
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

  /** It rings within this time at the latest; set anew only if it would not. */
  async within(ms: number): Promise<void> {
    const now = Date.now();
    if (this.at <= now || this.at > now + ms) await this.set(now + ms);
  }

  /** It rings then at the latest. */
  async by(at: number): Promise<void> {
    const set = this.at > 0 ? this.at : await this.storage.getAlarm();
    if (set === null || set > at) await this.set(at);
  }

  rang(): void {
    this.at = 0;
  }
}

import type { Database } from "../../platform/index.ts";
import type { DamagedSource } from "./damaged-source.ts";
import { clearDamage, noteDamage } from "./store.ts";

/** Lets a source show that its segment cannot be read, for as long as this isolate cannot. */
export class TellDamage {
  private readonly db: Database;
  private told: DamagedSource | undefined;

  constructor(db: Database) {
    this.db = db;
  }

  async damaged(found: DamagedSource, now: number): Promise<void> {
    if (this.told?.file === found.file) return;
    this.told = found;
    try {
      await noteDamage(this.db, found, now);
    } catch (error) {
      this.told = undefined;
      throw error;
    }
  }

  /** What was damaged on its way alone is whole when it comes again. */
  async healed(): Promise<void> {
    const { told } = this;
    this.told = undefined;
    if (told !== undefined) await clearDamage(this.db, told);
  }
}

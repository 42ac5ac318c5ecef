import type { Database } from "../../platform/index.ts";
import type { DamagedSource } from "./damaged-source.ts";
import { clearDamage, noteDamage } from "./store.ts";

/**
 * Notes in D1 that a source's segment cannot be read, and takes it back when this isolate can
 * again.
 */
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

  /** If it was damaged only on its way, it is whole when it is read again. */
  async healed(): Promise<void> {
    const { told } = this;
    this.told = undefined;
    if (told !== undefined) await clearDamage(this.db, told);
  }
}

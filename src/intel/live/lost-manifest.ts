import type { Database } from "../../platform/index.ts";
import { LOST } from "./is-damage.ts";
import { clearMarks, latestVersion, noteLoss } from "./store.ts";

/**
 * Tells a lost manifest from none. Before the first feed an empty index is right; once sources are live
 * it would call all they list unknown.
 */
export class LossWatch {
  private readonly db: Database;
  private isTold = false;
  private isFirst = true;

  constructor(db: Database) {
    this.db = db;
  }

  async check(now: number): Promise<void> {
    if ((await latestVersion(this.db)) === 0) return;
    if (!this.isTold) await noteLoss(this.db, now);
    this.isTold = true;
    throw new Error(LOST);
  }

  /**
   * Called when the manifest was read, with its sources: clears their errors. Each isolate does it once,
   * because the one that noted the errors may be gone.
   */
  async found(sources: string[]): Promise<void> {
    if (!this.isTold && !this.isFirst) return;
    await clearMarks(this.db, sources);
    this.isTold = false;
    this.isFirst = false;
  }
}

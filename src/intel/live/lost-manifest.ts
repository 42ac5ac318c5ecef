import type { Database } from "../../platform/index.ts";
import { LOST } from "./is-damage.ts";
import { clearMarks, latestVersion, noteLoss } from "./store.ts";

/**
 * Without a manifest nothing is known, which before the first feed is the truth. Where sources are
 * live it was lost, and an index without them would call what they list unknown.
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
   * There is one, and all of these were read; what it does not name stays as it was told. Whoever
   * told may be gone by now, so each isolate looks once.
   */
  async found(sources: string[]): Promise<void> {
    if (!this.isTold && !this.isFirst) return;
    await clearMarks(this.db, sources);
    this.isTold = false;
    this.isFirst = false;
  }
}

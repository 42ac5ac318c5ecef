import type { Doer } from "../../access/principal.ts";
import { DAY_MS } from "../../platform/index.ts";
import type { Desk } from "../desk.ts";
import { storeLines } from "./store-lines.ts";

const FLUSH_MS = 1_000;
/** After this time another task may start: the one before was cut off. */
const FLUSH_OVERDUE_MS = FLUSH_MS + 2_000;
const MAX_WAITING = 2_000;

/** Who opened what, and how it went. Never a value; the context leaves memory as a hash only. */
export interface DecryptNote {
  tenantId: string;
  at: number;
  by: Doer;
  action: "decrypt" | "rewrap";
  version: number;
  context: string | undefined;
  outcome: string;
}

/**
 * The notes of one isolate on their way to storage. They are written about once a second, together,
 * so that no decrypt waits for its own (docs/decisions/0042).
 */
export class DecryptTrail {
  private waiting: DecryptNote[] = [];
  private flushingUntil = 0;

  add(desk: Desk, note: DecryptNote): void {
    this.waiting.push(note);
    if (this.waiting.length >= MAX_WAITING) {
      desk.background(this.flush(desk));
      return;
    }
    if (note.at < this.flushingUntil) return;
    this.flushingUntil = note.at + FLUSH_OVERDUE_MS;
    desk.background(desk.wait(FLUSH_MS).then(() => this.flush(desk)));
  }

  async flush(desk: Desk): Promise<void> {
    this.flushingUntil = 0;
    const notes = this.waiting;
    this.waiting = [];
    // Notes of days ago may still wait here, where the task that should have written them was cut off.
    const files = Map.groupBy(
      notes,
      ({ tenantId, at }) => `${Math.floor(at / DAY_MS)} ${tenantId}`,
    );
    await Promise.all(Array.from(files.values(), (lines) => storeLines(desk, lines)));
  }
}

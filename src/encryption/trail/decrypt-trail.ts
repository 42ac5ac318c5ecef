import type { Doer } from "../../access/principal.ts";
import { DAY_MS } from "../../platform/index.ts";
import type { KeyAccess } from "../key-access.ts";
import { storeLines } from "./store-lines.ts";

const FLUSH_MS = 1_000;
/** After this time another flush may start: the one before was cut off. */
const FLUSH_OVERDUE_MS = FLUSH_MS + 2_000;
const MAX_WAITING = 2_000;

/** Who decrypted what, and how it went. Never a value; of the context only a hash is stored. */
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
 * Collects the notes of one isolate and writes them about once a second, so that no decrypt waits for
 * storage (docs/decisions/0042).
 */
export class DecryptTrail {
  private waiting: DecryptNote[] = [];
  private flushingUntil = 0;

  add(access: KeyAccess, note: DecryptNote): void {
    this.waiting.push(note);
    if (this.waiting.length >= MAX_WAITING) {
      access.outlive(this.flush(access));
      return;
    }
    if (note.at < this.flushingUntil) return;
    this.flushingUntil = note.at + FLUSH_OVERDUE_MS;
    const flush = () => this.flush(access);
    // Where nothing may wait behind an answer, they are written at once.
    access.outlive(access.platform.wait(FLUSH_MS).then(flush, flush));
  }

  async flush(access: KeyAccess): Promise<void> {
    this.flushingUntil = 0;
    const notes = this.waiting;
    this.waiting = [];
    // By day too: notes of days ago may still be here if the task that should write them was cut off.
    const files = Map.groupBy(
      notes,
      ({ tenantId, at }) => `${Math.floor(at / DAY_MS)} ${tenantId}`,
    );
    await Promise.all(Array.from(files.values(), (lines) => storeLines(access, lines)));
  }
}

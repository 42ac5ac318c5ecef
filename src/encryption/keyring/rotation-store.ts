import { DAY_MS } from "../../platform/index.ts";
import type { Rotated } from "./record.ts";

/** An idempotency key is remembered for a day. */
const ROTATION_MEMORY_MS = DAY_MS;

/** Rotations that were asked for with an idempotency key. */
export class RotationStore {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  find(idempotencyKey: string, now: number): Rotated | undefined {
    const [row] = this.sql
      .exec<{ oldVersion: number; newVersion: number }>(
        `SELECT old_version AS oldVersion, new_version AS newVersion FROM rotations
        WHERE idempotency_key = ? AND at >= ?`,
        idempotencyKey,
        now - ROTATION_MEMORY_MS,
      )
      .toArray();
    return row;
  }

  remember(idempotencyKey: string, newVersion: number, at: number): void {
    this.sql.exec("DELETE FROM rotations WHERE at < ?", at - ROTATION_MEMORY_MS);
    this.sql.exec(
      "INSERT INTO rotations (idempotency_key, old_version, new_version, at) VALUES (?, ?, ?, ?)",
      idempotencyKey,
      newVersion - 1,
      newVersion,
      at,
    );
  }
}

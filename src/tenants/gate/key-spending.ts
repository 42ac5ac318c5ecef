import type { KeyEntry } from "./lease.ts";
import { hoursWithin, type Period } from "./period.ts";
import type { Delta } from "./quota-book.ts";

/**
 * What each key has spent in a month, as far as reported. Read from the table once and then kept up.
 */
export class KeySpending {
  private readonly sql: SqlStorage;
  private known: { period: Period; units: Map<string, number> } | undefined;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  add(period: Period, deltas: readonly Delta[]): void {
    if (this.known?.period !== period) return;
    const { units } = this.known;
    for (const delta of deltas) {
      units.set(delta.keyId, (units.get(delta.keyId) ?? 0) + delta.units);
    }
  }

  /** What has been spent of each capped key's cap. Reads nothing if no key has a cap. */
  ofCapped(period: Period, keys: readonly KeyEntry[]): Record<string, number> | undefined {
    const capped = keys.filter(({ cap }) => cap !== undefined);
    if (capped.length === 0) return undefined;
    const units = this.read(period);
    return Object.fromEntries(
      capped.map(({ id, cap }) => [
        id,
        (cap?.keys ?? []).reduce((sum, key) => sum + (units.get(key) ?? 0), 0),
      ]),
    );
  }

  private read(period: Period): Map<string, number> {
    if (this.known?.period !== period) {
      const rows = this.sql.exec<{ key_id: string; units: number }>(
        `SELECT key_id, sum(units) AS units FROM usage_hours
         WHERE hour >= ? AND hour < ? GROUP BY key_id`,
        ...hoursWithin(period),
      );
      const units = new Map(rows.toArray().map((row) => [row.key_id, row.units]));
      this.known = { period, units };
    }
    return this.known.units;
  }
}

import { hoursWithin, type Period } from "./period.ts";

export interface UsageRow extends Record<string, SqlStorageValue> {
  hour: string;
  price_id: string;
  module: string;
  key_id: string;
  calls: number;
  units: number;
}

/** A tenant's usage by the hour, and which hours have changed since they were sent to D1. */
export class HourStore {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  /**
   * The month's usage by day, each day under its last hour: the hours of many keys would be too much
   * for one answer.
   */
  of(period: Period): UsageRow[] {
    return this.sql
      .exec<UsageRow>(
        `SELECT max(hour) AS hour, price_id, module, key_id, sum(calls) AS calls,
           sum(units) AS units FROM usage_hours WHERE hour >= ? AND hour < ?
         GROUP BY substr(hour, 1, 10), price_id, module, key_id ORDER BY 1`,
        ...hoursWithin(period),
      )
      .toArray();
  }

  unsent(limit: number): UsageRow[] {
    return this.sql
      .exec<UsageRow>(
        // Without `INDEXED BY` SQLite reads all hours, because those are in order already.
        `SELECT hour, price_id, module, key_id, calls, units
         FROM usage_hours INDEXED BY usage_hours_unsent WHERE unsent = 1 ORDER BY hour LIMIT ?`,
        limit,
      )
      .toArray();
  }

  /**
   * Marks only rows that have not changed since they were read: a report in between keeps its hour
   * unsent.
   */
  markSent(rows: UsageRow[]): void {
    for (const { hour, price_id, module, key_id, calls, units } of rows) {
      this.sql.exec(
        `UPDATE usage_hours SET unsent = 0
         WHERE hour = ? AND price_id = ? AND module = ? AND key_id = ? AND calls = ? AND units = ?`,
        hour,
        price_id,
        module,
        key_id,
        calls,
        units,
      );
    }
  }
}

import type { Sql } from "../knowledge/sql.ts";

const TABLE = `CREATE TABLE IF NOT EXISTS spend_periods (period TEXT PRIMARY KEY,
  micros INTEGER NOT NULL, tokens INTEGER NOT NULL, unknown_micros INTEGER NOT NULL)`;

/** What a tenant's calls of each month have used, including calls that are under way. */
export class SpentMonths {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
  }

  createTables(): void {
    this.sql.all(TABLE);
  }

  add(period: string, micros: number, tokens: number, unknown: number): void {
    this.sql.all(
      `INSERT INTO spend_periods (period, micros, tokens, unknown_micros)
         VALUES (?, ?, ?, ?) ON CONFLICT (period) DO UPDATE SET
         micros = micros + excluded.micros, tokens = tokens + excluded.tokens,
         unknown_micros = unknown_micros + excluded.unknown_micros`,
      period,
      micros,
      tokens,
      unknown,
    );
  }

  of(period: string) {
    const [row] = this.sql.all<{ micros: number; tokens: number; unknown_micros: number }>(
      "SELECT micros, tokens, unknown_micros FROM spend_periods WHERE period = ?",
      period,
    );
    return row ?? { micros: 0, tokens: 0, unknown_micros: 0 };
  }
}

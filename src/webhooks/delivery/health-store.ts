import { failuresLeft, isDead, probeDelay } from "./schedule.ts";
import { EndpointTable } from "./endpoint-table.ts";

const TABLES = `
  CREATE TABLE IF NOT EXISTS health (
    id INTEGER PRIMARY KEY CHECK (id = 1), failures INTEGER NOT NULL, since INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS breaker (
    id INTEGER PRIMARY KEY CHECK (id = 1), probe_at INTEGER NOT NULL);`;

/** The failures of an endpoint since its last success, and the breaker that they open. */
export class HealthStore extends EndpointTable {
  createTables(): void {
    this.sql.exec(TABLES);
  }

  /** How many deliveries may be tried at once; none while the breaker is open. */
  get failuresLeft(): number {
    return failuresLeft(this.read().failures);
  }

  isDead(now: number): boolean {
    const { failures, since } = this.read();
    return isDead(failures, since, now);
  }

  /** While the breaker is open: when the next probe may go. */
  get probeAt(): number {
    const rows = this.sql.exec<{ probe_at: number }>("SELECT probe_at FROM breaker");
    return rows.toArray()[0]?.probe_at ?? 0;
  }

  /** A success forgets all failures; a failure counts one more. */
  note(succeeded: boolean, now: number): void {
    if (succeeded) {
      this.reset();
      return;
    }
    this.sql.exec(
      `INSERT INTO health (id, failures, since)
         VALUES (1, 1, ?) ON CONFLICT DO UPDATE SET failures = failures + 1`,
      now,
    );
    const delay = probeDelay(this.read().failures);
    if (delay === null) return;
    this.sql.exec(
      `INSERT INTO breaker (id, probe_at)
         VALUES (1, ?) ON CONFLICT DO UPDATE SET probe_at = excluded.probe_at`,
      now + delay,
    );
  }

  /** No failures, and the breaker closed. */
  reset(): void {
    this.sql.exec("DELETE FROM health");
    this.sql.exec("DELETE FROM breaker");
  }

  read(): { failures: number; since: number } {
    const rows = this.sql.exec<{ failures: number; since: number }>(
      "SELECT failures, since FROM health",
    );
    return rows.toArray()[0] ?? { failures: 0, since: 0 };
  }
}

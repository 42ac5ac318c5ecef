import { dayOf, minuteOf } from "../../platform/index.ts";
import type { Sql } from "../knowledge/sql.ts";

const TABLE =
  "CREATE TABLE IF NOT EXISTS spend_windows (name TEXT PRIMARY KEY, calls INTEGER NOT NULL)";

interface Counted {
  day: number;
  minute: number;
}

/**
 * How many calls a tenant began in this minute and on this day, and how many of them were by machines.
 */
export class CallWindows {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
  }

  createTables(): void {
    this.sql.all(TABLE);
  }

  count(at: number, byMachine: boolean): void {
    for (const name of namesOf(at, byMachine)) {
      this.sql.all(
        `INSERT INTO spend_windows (name, calls)
           VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET calls = calls + 1`,
        name,
      );
    }
  }

  /** Takes back a call that was counted and then not made. */
  takeBack(at: number, byMachine: boolean): void {
    this.sql.all(
      "UPDATE spend_windows SET calls = calls - 1 WHERE name IN (SELECT value FROM json_each(?))",
      JSON.stringify(namesOf(at, byMachine)),
    );
  }

  all(at: number): Counted {
    return this.counted(windowsOf(at));
  }

  byMachines(at: number): Counted {
    return this.counted(machineWindowsOf(at));
  }

  /** Forgets the windows that are over. */
  forget(now: number): void {
    this.sql.all(
      "DELETE FROM spend_windows WHERE name NOT IN (SELECT value FROM json_each(?))",
      JSON.stringify([...windowsOf(now), ...machineWindowsOf(now)]),
    );
  }

  private counted([day, minute]: [string, string]): Counted {
    return { day: this.calls(day), minute: this.calls(minute) };
  }

  private calls(window: string): number {
    const [row] = this.sql.all<{ calls: number }>(
      "SELECT calls FROM spend_windows WHERE name = ?",
      window,
    );
    return row?.calls ?? 0;
  }
}

function namesOf(at: number, byMachine: boolean): string[] {
  return byMachine ? [...windowsOf(at), ...machineWindowsOf(at)] : windowsOf(at);
}

/** The names of the UTC day and minute in which a call counts. */
function windowsOf(at: number): [day: string, minute: string] {
  return [dayOf(at), minuteOf(at)];
}

function machineWindowsOf(at: number): [day: string, minute: string] {
  const [day, minute] = windowsOf(at);
  return [`${day} machines`, `${minute} machines`];
}

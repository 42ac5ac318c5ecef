import { periodOf } from "../../tenants/gate/period.ts";
import type { Sql } from "../knowledge/sql.ts";
import { isByMachine, shareOf } from "./machine-share.ts";
import type { CallOutcome, Unit } from "./outcome.ts";

/** A call that did not say how it ended for this long is taken for one that nobody ends any more. */
export const ABANDONED_MS = 600_000;

export interface Limits {
  monthlyMicroUsd?: number | undefined;
  monthlyTokens?: number | undefined;
  callsPerMinute: number;
  callsPerDay?: number | undefined;
  concurrent: number;
}

/** What is known of a call before it is made. */
export interface CallStart {
  id: string;
  tenantId: string;
  userId: string;
  operation: string;
  provider: string;
  model: string;
  unit: Unit;
  traceId: string;
  at: number;
}

export interface CallEnd {
  outcome: CallOutcome;
  unitsIn: number | null;
  unitsOut: number | null;
  costMicros: number | null;
  pricingVersion: string | null;
  latencyMs: number;
  statusCode: number | null;
}

export interface Reservation {
  call: CallStart;
  /** The most that it can come to; 0 where nothing counts money. */
  micros: number;
  tokens: number;
  limits: Limits;
}

export type Over = "budget" | "minute" | "day" | "concurrent";
export type LedgerRow = CallStart & CallEnd;

interface Open {
  id: string;
  period: string;
  micros: number;
  tokens: number;
  at: number;
  call: string;
}

export interface Account {
  spentMicros: number;
  spentTokens: number;
  /** Part of the above: of calls that are under way, or that never said how they ended. */
  unconfirmedMicros: number;
}

const TABLES = [
  `CREATE TABLE IF NOT EXISTS spend_open (id TEXT PRIMARY KEY, period TEXT NOT NULL,
     micros INTEGER NOT NULL, tokens INTEGER NOT NULL, at INTEGER NOT NULL, call TEXT NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS spend_periods (period TEXT PRIMARY KEY, micros INTEGER NOT NULL,
     tokens INTEGER NOT NULL, unknown_micros INTEGER NOT NULL)`,
  "CREATE TABLE IF NOT EXISTS spend_windows (name TEXT PRIMARY KEY, calls INTEGER NOT NULL)",
  "CREATE TABLE IF NOT EXISTS spend_outbox (id TEXT PRIMARY KEY, row TEXT NOT NULL)",
];

/**
 * One tenant's account with its providers. A call reserves the most that it can cost before it is
 * made and pays what it did cost afterwards, so calls side by side cannot pass the limit together.
 */
export class SpendBook {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
    this.createTables();
  }

  createTables(): void {
    for (const statement of TABLES) this.sql.all(statement);
  }

  reserve({ call, micros, tokens, limits }: Reservation): Over | "reserved" {
    return this.sql.atomically(() => {
      const byMachine = isByMachine(call.operation);
      const over =
        this.over(call.at, limits, micros, tokens) ??
        (byMachine ? this.overShare(call.at, limits) : undefined);
      if (over !== undefined) return over;
      const period = periodOf(call.at);
      this.add(period, micros, tokens, 0);
      for (const name of byMachine ? allWindowsOf(call.at) : windowsOf(call.at)) {
        this.sql.all(
          `INSERT INTO spend_windows (name, calls)
             VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET calls = calls + 1`,
          name,
        );
      }
      this.sql.all(
        "INSERT INTO spend_open (id, period, micros, tokens, at, call) VALUES (?, ?, ?, ?, ?, ?)",
        call.id,
        period,
        micros,
        tokens,
        call.at,
        JSON.stringify(call),
      );
      return "reserved";
    });
  }

  /** A call that was not made after all costs nothing and leaves no row. */
  release(id: string): void {
    this.sql.atomically(() => {
      const open = this.take(id);
      if (open !== undefined) this.add(open.period, -open.micros, -open.tokens, 0);
    });
  }

  /** What nobody knows the cost of is paid as it was reserved. Said twice, it counts once. */
  settle(id: string, end: CallEnd): void {
    this.sql.atomically(() => {
      const open = this.take(id);
      if (open !== undefined) this.close(open, end);
    });
  }

  /** Ends what was abandoned; true if anything is still open. */
  abandon(now: number): boolean {
    return this.sql.atomically(() => {
      for (const open of this.sql.all<Open>(
        "SELECT * FROM spend_open WHERE at <= ?",
        now - ABANDONED_MS,
      )) {
        this.take(open.id);
        this.close(open, { ...NOBODY_KNOWS, latencyMs: now - open.at });
      }
      this.forgetWindows(now);
      return this.sql.all("SELECT 1 FROM spend_open LIMIT 1").length > 0;
    });
  }

  outbox(most: number): LedgerRow[] {
    return this.sql
      .all<{ row: string }>("SELECT row FROM spend_outbox LIMIT ?", most)
      .map(({ row }) => JSON.parse(row) as LedgerRow);
  }

  sent(ids: readonly string[]): void {
    this.sql.all(
      "DELETE FROM spend_outbox WHERE id IN (SELECT value FROM json_each(?))",
      JSON.stringify(ids),
    );
  }

  account(period: string): Account {
    const { micros, tokens, unknown_micros } = this.period(period);
    const [open] = this.sql.all<{ micros: number }>(
      "SELECT coalesce(sum(micros), 0) AS micros FROM spend_open WHERE period = ?",
      period,
    );
    return {
      spentMicros: micros,
      spentTokens: tokens,
      unconfirmedMicros: unknown_micros + (open?.micros ?? 0),
    };
  }

  /** Which limit a call that may come to so much would pass. */
  over(at: number, limits: Limits, micros = 1, tokens = 0): Over | undefined {
    const spent = this.period(periodOf(at));
    const { monthlyMicroUsd, monthlyTokens, callsPerMinute, callsPerDay, concurrent } = limits;
    if (monthlyMicroUsd !== undefined && spent.micros + micros > monthlyMicroUsd) return "budget";
    if (monthlyTokens !== undefined && spent.tokens + tokens > monthlyTokens) return "budget";
    const [day, minute] = windowsOf(at);
    if (callsPerDay !== undefined && this.calls(day) >= callsPerDay) return "day";
    if (this.calls(minute) >= callsPerMinute) return "minute";
    return this.open(at).length >= concurrent ? "concurrent" : undefined;
  }

  /** The same of what machines may have of it. */
  private overShare(at: number, limits: Limits): Over | undefined {
    const { perDay, perMinute, concurrent } = shareOf(limits);
    const [, , day, minute] = allWindowsOf(at);
    if (perDay !== undefined && this.calls(day) >= perDay) return "day";
    if (this.calls(minute) >= perMinute) return "minute";
    return this.open(at).filter(isByMachine).length >= concurrent ? "concurrent" : undefined;
  }

  /** What is under way, by operation. */
  private open(at: number): string[] {
    return this.sql
      .all<{ operation: string }>(
        "SELECT json_extract(call, '$.operation') AS operation FROM spend_open WHERE at > ?",
        at - ABANDONED_MS,
      )
      .map(({ operation }) => operation);
  }

  private close(open: Open, end: CallEnd): void {
    const call = JSON.parse(open.call) as CallStart;
    if (end.outcome === "unknown") this.add(open.period, 0, 0, open.micros);
    else {
      const used = call.unit === "token" ? (end.unitsIn ?? 0) + (end.unitsOut ?? 0) : 0;
      this.add(open.period, (end.costMicros ?? 0) - open.micros, used - open.tokens, 0);
    }
    const row: LedgerRow = { ...call, ...end };
    this.sql.all("INSERT INTO spend_outbox (id, row) VALUES (?, ?)", open.id, JSON.stringify(row));
  }

  private take(id: string): Open | undefined {
    return this.sql.all<Open>("DELETE FROM spend_open WHERE id = ? RETURNING *", id)[0];
  }

  private add(period: string, micros: number, tokens: number, unknown: number): void {
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

  private period(period: string) {
    const [row] = this.sql.all<{ micros: number; tokens: number; unknown_micros: number }>(
      "SELECT micros, tokens, unknown_micros FROM spend_periods WHERE period = ?",
      period,
    );
    return row ?? { micros: 0, tokens: 0, unknown_micros: 0 };
  }

  private calls(window: string): number {
    const [row] = this.sql.all<{ calls: number }>(
      "SELECT calls FROM spend_windows WHERE name = ?",
      window,
    );
    return row?.calls ?? 0;
  }

  private forgetWindows(now: number): void {
    this.sql.all(
      "DELETE FROM spend_windows WHERE name NOT IN (SELECT value FROM json_each(?))",
      JSON.stringify(allWindowsOf(now)),
    );
  }
}

const NOBODY_KNOWS = {
  outcome: "unknown",
  unitsIn: null,
  unitsOut: null,
  costMicros: null,
  pricingVersion: null,
  statusCode: null,
} as const;

/** The day and the minute of UTC that a call counts in. */
function windowsOf(at: number): [day: string, minute: string] {
  const text = new Date(at).toISOString();
  return [text.slice(0, 10), text.slice(0, 16)];
}

/** Those, and the same of machines alone. */
function allWindowsOf(at: number): [string, string, string, string] {
  const [day, minute] = windowsOf(at);
  return [day, minute, `${day} machines`, `${minute} machines`];
}

import { MINUTE_MS } from "../../platform/index.ts";
import { periodOf } from "../../tenants/gate/period.ts";
import type { Sql } from "../knowledge/sql.ts";
import { CallOutbox } from "./call-outbox.ts";
import { CallWindows } from "./call-windows.ts";
import { isByMachine, shareOf } from "./machine-share.ts";
import type { CallEnd, CallStart } from "./metered-call.ts";
import { SpentMonths } from "./spent-months.ts";
import { STREAMED, STREAMS_OF_ONE } from "./stream-share.ts";

/** A call whose end was not reported for this long is taken as abandoned. */
export const ABANDONED_MS = 10 * MINUTE_MS;

export interface Limits {
  monthlyMicroUsd?: number | undefined;
  monthlyTokens?: number | undefined;
  callsPerMinute: number;
  callsPerDay?: number | undefined;
  concurrent: number;
}

export interface Reservation {
  call: CallStart;
  /** The most that it can cost; 0 if the price is unknown. */
  micros: number;
  tokens: number;
  limits: Limits;
}

export type Over = "budget" | "minute" | "day" | "concurrent";

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
  /** Part of `spentMicros`: calls that are under way, or whose end was never reported. */
  unconfirmedMicros: number;
}

const TABLE = `CREATE TABLE IF NOT EXISTS spend_open (id TEXT PRIMARY KEY, period TEXT NOT NULL,
  micros INTEGER NOT NULL, tokens INTEGER NOT NULL, at INTEGER NOT NULL, call TEXT NOT NULL)`;

/**
 * One tenant's account with its providers. A call reserves the most that it can cost before it is made,
 * and pays what it did cost afterwards, so calls at the same time cannot pass the limit together.
 */
export class SpendBook {
  readonly outbox: CallOutbox;
  private readonly sql: Sql;
  private readonly windows: CallWindows;
  private readonly months: SpentMonths;

  constructor(sql: Sql) {
    this.sql = sql;
    this.outbox = new CallOutbox(sql);
    this.windows = new CallWindows(sql);
    this.months = new SpentMonths(sql);
    this.createTables();
  }

  createTables(): void {
    this.sql.all(TABLE);
    for (const part of [this.outbox, this.windows, this.months]) part.createTables();
  }

  reserve({ call, micros, tokens, limits }: Reservation): Over | "reserved" {
    return this.sql.atomically(() => {
      const byMachine = isByMachine(call.operation);
      const over =
        this.over(call.at, limits, micros, tokens) ??
        (byMachine ? this.overShare(call.at, limits) : undefined) ??
        (call.operation === STREAMED ? this.overStreams(call, limits) : undefined);
      if (over !== undefined) return over;
      const period = periodOf(call.at);
      this.months.add(period, micros, tokens, 0);
      this.windows.count(call.at, byMachine);
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
      if (open === undefined) return;
      this.months.add(open.period, -open.micros, -open.tokens, 0);
      this.windows.takeBack(open.at, isByMachine(callOf(open).operation));
    });
  }

  /**
   * Closes a call. If its cost is unknown, the reservation is what it costs. Repeating it changes
   * nothing.
   */
  settle(id: string, end: CallEnd): void {
    this.sql.atomically(() => {
      const open = this.take(id);
      if (open !== undefined) this.close(open, end);
    });
  }

  /** Closes abandoned calls; true if any call is still open. */
  abandon(now: number): boolean {
    return this.sql.atomically(() => {
      for (const open of this.sql.all<Open>(
        "SELECT * FROM spend_open WHERE at <= ?",
        now - ABANDONED_MS,
      )) {
        this.take(open.id);
        this.close(open, { ...NOBODY_KNOWS, latencyMs: now - open.at });
      }
      this.windows.forget(now);
      return this.sql.all("SELECT 1 FROM spend_open LIMIT 1").length > 0;
    });
  }

  account(period: string): Account {
    const { micros, tokens, unknown_micros } = this.months.of(period);
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

  /** The limit that a call which may use this much would pass, if any. */
  over(at: number, limits: Limits, micros = 1, tokens = 0): Over | undefined {
    const spent = this.months.of(periodOf(at));
    const { monthlyMicroUsd, monthlyTokens, callsPerMinute, callsPerDay, concurrent } = limits;
    if (monthlyMicroUsd !== undefined && spent.micros + micros > monthlyMicroUsd) return "budget";
    if (monthlyTokens !== undefined && spent.tokens + tokens > monthlyTokens) return "budget";
    const begun = this.windows.all(at);
    if (callsPerDay !== undefined && begun.day >= callsPerDay) return "day";
    if (begun.minute >= callsPerMinute) return "minute";
    return this.open(at).length >= concurrent ? "concurrent" : undefined;
  }

  /** The limit that a machine's call would pass in the share of machines, if any. */
  private overShare(at: number, limits: Limits): Over | undefined {
    const { perDay, perMinute, concurrent } = shareOf(limits);
    const begun = this.windows.byMachines(at);
    if (perDay !== undefined && begun.day >= perDay) return "day";
    if (begun.minute >= perMinute) return "minute";
    const machines = this.open(at).filter(({ operation }) => isByMachine(operation));
    return machines.length >= concurrent ? "concurrent" : undefined;
  }

  /** The limit that a stream would pass in the share of streams, or in that of one caller. */
  private overStreams({ at, userId }: CallStart, limits: Limits): Over | undefined {
    const streams = this.open(at).filter(({ operation }) => operation === STREAMED);
    const own = streams.filter((one) => one.userId === userId);
    const isOver = own.length >= STREAMS_OF_ONE || streams.length >= shareOf(limits).concurrent;
    return isOver ? "concurrent" : undefined;
  }

  /** The calls that are under way. */
  private open(at: number): Pick<CallStart, "operation" | "userId">[] {
    return this.sql.all(
      `SELECT json_extract(call, '$.operation') AS operation,
         json_extract(call, '$.userId') AS userId FROM spend_open WHERE at > ?`,
      at - ABANDONED_MS,
    );
  }

  private close(open: Open, end: CallEnd): void {
    const call = callOf(open);
    if (end.outcome === "unknown") this.months.add(open.period, 0, 0, open.micros);
    else {
      const used = call.unit === "token" ? (end.unitsIn ?? 0) + (end.unitsOut ?? 0) : 0;
      this.months.add(open.period, (end.costMicros ?? 0) - open.micros, used - open.tokens, 0);
    }
    this.outbox.add({ ...call, ...end });
  }

  private take(id: string): Open | undefined {
    return this.sql.all<Open>("DELETE FROM spend_open WHERE id = ? RETURNING *", id)[0];
  }
}

function callOf({ call }: Open): CallStart {
  return JSON.parse(call) as CallStart;
}

const NOBODY_KNOWS = {
  outcome: "unknown",
  unitsIn: null,
  unitsOut: null,
  costMicros: null,
  pricingVersion: null,
  statusCode: null,
} as const;

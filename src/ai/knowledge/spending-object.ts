import { DurableObject } from "cloudflare:workers";
import { failureOf } from "../../http/index.ts";
import { database, livePlatform, ringWithin } from "../../platform/index.ts";
import type { CallEnd } from "../usage/metered-call.ts";
import { sendCalls } from "../usage/send-calls.ts";
import {
  ABANDONED_MS,
  SpendBook,
  type Account,
  type Limits,
  type Over,
  type Reservation,
} from "../usage/spend-book.ts";
import type { Sql } from "./sql.ts";

/** The part of a tenant's object that keeps what its calls of providers cost. */
export abstract class SpendingObject extends DurableObject {
  protected readonly sql: Sql;
  protected readonly book: SpendBook;
  /** A field, so that tests can move the time. */
  clock = (): number => Date.now();

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    const { storage } = ctx;
    this.sql = {
      all: <T>(query: string, ...values: (string | number | null)[]) =>
        storage.sql.exec(query, ...values).toArray() as T[],
      atomically: (work) => storage.transactionSync(work),
    };
    this.book = new SpendBook(this.sql);
  }

  /** Asks whether a provider may be called; see usage/spend-book.ts. */
  async reserveSpend(reservation: Reservation): Promise<Over | "reserved"> {
    const answer = this.book.reserve(reservation);
    if (answer === "reserved") await ringWithin(this.ctx.storage, ABANDONED_MS, this.clock());
    return answer;
  }

  releaseSpend(id: string): void {
    this.book.release(id);
  }

  settleSpend(id: string, end: CallEnd): void {
    this.book.settle(id, end);
    // The alarm sends what does not reach D1 now.
    this.ctx.waitUntil(this.sendCalls());
  }

  /** The limit that the cheapest call would pass at that time, if any. */
  spentBy(at: number, limits: Limits): Over | undefined {
    return this.book.over(at, limits);
  }

  /** The account of a month, after sending to the ledger the calls that ended before. */
  async spendAccount(period: string): Promise<Account> {
    await sendCalls(database(this.env), this.book.outbox);
    return this.book.account(period);
  }

  /**
   * Sends calls to the ledger; false if it could not be reached, or if more wait than one run can send.
   */
  protected async sendCalls(): Promise<boolean> {
    try {
      return await sendCalls(database(this.env), this.book.outbox);
    } catch (error) {
      livePlatform.log({ level: "warn", event: "ai_calls_unsent", reason: failureOf(error) });
      return false;
    }
  }
}

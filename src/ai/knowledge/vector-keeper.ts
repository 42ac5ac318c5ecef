import { claimedBySystem } from "../../access/claim-tenant.ts";
import { failureOf } from "../../http/index.ts";
import { MINUTE_MS, type Surroundings } from "../../platform/index.ts";
import type { Filled, Pace } from "../vectors/add-batch.ts";
import type { Match } from "../vectors/vector-index.ts";
import type { Near } from "./search/fuse.ts";
import type { Restricted } from "./acl.ts";
import { restrictedSql } from "./restricted-tables.ts";
import { RestrictedVectors } from "./restricted-vectors.ts";
import type { Sql } from "./sql.ts";
import { VectorBook, type VectorCounts } from "./vector-book.ts";

/** So that documents which arrive together are sent to the index together. */
const SOON_MS = 1_000;
/** How long after a failure the provider of vectors is asked again. */
const LATER_MS = 5 * MINUTE_MS;

/** What an index of vectors found, and in which space. */
export interface Nearness {
  tenantId: string;
  space: string;
  matches: Match[];
  /** The question itself, if restricted pieces have vectors. An earlier version does not send it. */
  vector?: number[];
}

/** Keeps the vectors of one tenant's pieces up to date, by the alarm of its object. */
export class VectorKeeper {
  private readonly book: VectorBook;
  /** The same for restricted pieces; `values` has their vectors. */
  private readonly restricted: VectorBook;
  private readonly values: RestrictedVectors;
  private readonly ctx: DurableObjectState;
  private wakesAt = 0;
  private filling: Promise<unknown> = Promise.resolve();
  private readonly pace: Pace = {};

  constructor(sql: Sql, ctx: DurableObjectState) {
    this.book = new VectorBook(sql);
    this.restricted = new VectorBook(restrictedSql(sql));
    this.values = new RestrictedVectors(ctx.storage.sql);
    this.ctx = ctx;
  }

  /**
   * The pieces that an index found. Only those in this tenant's own book count, whatever the index
   * says.
   */
  find(said: Nearness, now: number, restricted?: Restricted): Near[] {
    const { tenantId, space, vector } = said;
    const open = this.findOpen(said, now);
    if (restricted === undefined || vector === undefined) return open;
    if (this.restricted.space !== space) {
      this.review(tenantId, now);
      return open;
    }
    return [...open, ...this.values.nearest(vector, restricted.who, now)];
  }

  private findOpen({ tenantId, space, matches }: Nearness, now: number): Near[] {
    if (this.book.space !== space) this.review(tenantId, now);
    const chunks = this.book.chunksOf(
      space,
      matches.map(({ id }) => id),
    );
    return matches.flatMap(({ id, score }) => {
      const chunkId = chunks.get(id);
      return chunkId === undefined ? [] : [{ chunkId, score }];
    });
  }

  /** Sets the alarm, which looks whether this tenant has vectors, and of which model. */
  review(tenantId: string, now: number): void {
    const prefix = crypto.randomUUID().replaceAll("-", "");
    this.book.open(tenantId, prefix);
    this.restricted.open(tenantId, prefix);
    this.wake(now);
  }

  /**
   * Sets the alarm because pieces change. It is set in the same step as the change, so that a crash
   * loses neither.
   */
  wake(now: number): void {
    if (this.book.tenantId === undefined || this.wakesAt > now) return;
    this.wakesAt = now + SOON_MS;
    void this.ctx.storage.setAlarm(this.wakesAt);
  }

  /**
   * Brings the index up to date. Gives in how many milliseconds to go on, or undefined if nothing is
   * left to do. Refused pieces are left until they get another chance.
   */
  async fill(around: Surroundings): Promise<number | undefined> {
    this.wakesAt = 0;
    const filling = this.fillOnce(around).catch((error: unknown) => {
      const { tenantId } = this.book;
      const reason = failureOf(error);
      around.platform.log({ level: "error", event: "vectors_failed", tenantId, reason });
      return "later" as const;
    });
    this.filling = filling;
    const filled = await filling;
    if (filled !== "done") return filled === "more" ? 0 : LATER_MS;
    const chance = Math.min(this.book.nextChanceAt(), this.restricted.nextChanceAt());
    return chance < Infinity ? Math.max(LATER_MS, chance - around.platform.now()) : undefined;
  }

  /** Removes all that this tenant has in any index; false if one does not answer. */
  async drop(around: Surroundings): Promise<boolean> {
    const { tenantId } = this.book;
    if (tenantId === undefined) return true;
    // What is on its way to the index would otherwise arrive after the removal.
    await this.filling;
    const { dropVectors } = await import("../vectors/drop-vectors.ts");
    return dropVectors(this.book, { ...around, tenantId });
  }

  count(now: number): VectorCounts {
    return this.book.count(now);
  }

  createTables(): void {
    for (const one of [this.book, this.restricted, this.values]) one.createTables();
    this.wakesAt = 0;
  }

  private async fillOnce(around: Surroundings): Promise<Filled> {
    const { tenantId } = this.book;
    if (tenantId === undefined) return "done";
    // Imported late: objects start with the Worker, and few tenants have vectors.
    const { fillVectors } = await import("../vectors/fill-vectors.ts");
    const outlive = (work: Promise<unknown>) => this.ctx.waitUntil(work);
    const asking = { ...around, tenantId: claimedBySystem(tenantId), outlive };
    const { book: open, restricted, values } = this;
    return fillVectors({ open, restricted, values }, this.pace, asking);
  }
}

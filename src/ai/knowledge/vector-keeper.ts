import { claimedBySystem } from "../../access/claim-tenant.ts";
import { failureOf } from "../../http/index.ts";
import type { Platform } from "../../platform/index.ts";
import type { Filled } from "../vectors/fill-vectors.ts";
import type { Match } from "../vectors/vector-index.ts";
import type { Near } from "./search/fuse.ts";
import type { Sql } from "./sql.ts";
import { VectorBook } from "./vector-book.ts";

/** Documents that come together go to the index together. */
const SOON_MS = 1_000;
/** When a provider of vectors fails, it is asked again after this. */
const LATER_MS = 300_000;

/** What an index of vectors said, and of which vectors. */
export interface Nearness {
  tenantId: string;
  space: string;
  matches: Match[];
}

export interface World {
  env: Cloudflare.Env;
  platform: Platform;
}

/** Keeps the vectors of one tenant's pieces in step with them, by the alarm of its object. */
export class VectorKeeper {
  private readonly book: VectorBook;
  private readonly ctx: DurableObjectState;
  private wakesAt = 0;
  private filling: Promise<unknown> = Promise.resolve();

  constructor(sql: Sql, ctx: DurableObjectState) {
    this.book = new VectorBook(sql);
    this.ctx = ctx;
  }

  /** Only what this tenant's own book knows is there; an index is never believed. */
  find({ tenantId, space, matches }: Nearness, now: number): Near[] {
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

  /** Looks soon whether this tenant has vectors, and of which model. */
  review(tenantId: string, now: number): void {
    this.book.open(tenantId, crypto.randomUUID().replaceAll("-", ""));
    this.wake(now);
  }

  /** Pieces change: in one step with that the alarm is set, so that no crash forgets them. */
  wake(now: number): void {
    if (this.book.tenantId === undefined || this.wakesAt > now) return;
    this.wakesAt = now + SOON_MS;
    void this.ctx.storage.setAlarm(this.wakesAt);
  }

  /** In how many milliseconds it has to go on; undefined when there is nothing left to do. */
  async fill(world: World): Promise<number | undefined> {
    this.wakesAt = 0;
    const filling = this.fillOnce(world).catch((error: unknown) => {
      const { tenantId } = this.book;
      const reason = failureOf(error);
      world.platform.log({ level: "error", event: "vectors_failed", tenantId, reason });
      return "later" as const;
    });
    this.filling = filling;
    const filled = await filling;
    if (filled === "done") return undefined;
    return filled === "more" ? 0 : LATER_MS;
  }

  /** Takes every vector of this tenant out of its index; false while that does not answer. */
  async drop(world: World): Promise<boolean> {
    if (this.book.tenantId === undefined) return true;
    // What is on its way to the index would come there behind this.
    await this.filling;
    const { dropVectors } = await import("../vectors/drop-vectors.ts");
    return dropVectors(this.book, world);
  }

  createTables(): void {
    this.book.createTables();
    this.wakesAt = 0;
  }

  private async fillOnce(world: World): Promise<Filled> {
    const { tenantId } = this.book;
    if (tenantId === undefined) return "done";
    // Comes late: objects start with the Worker, and few tenants have vectors.
    const { fillVectors } = await import("../vectors/fill-vectors.ts");
    const background = (work: Promise<unknown>) => this.ctx.waitUntil(work);
    return fillVectors(this.book, { ...world, tenantId: claimedBySystem(tenantId), background });
  }
}

import { isRefusal, type Refusal } from "../../http/index.ts";
import { ringWithin } from "../../platform/index.ts";
import { BUILTIN } from "../builtin/pages.ts";
import { scanText } from "../documents/scan-text.ts";
import { ABANDONED_MS } from "../usage/spend-book.ts";
import { restrictedFor, type Acl, type Viewer } from "./acl.ts";
import { findFor, removeNamed, sumOf, type FoundDocument, type Removed } from "./both-tables.ts";
import { BUILTIN_SOURCE } from "./builtin-names.ts";
import { type Changer, documentLine } from "./document-line.ts";
import { emptyKnowledge } from "./empty-knowledge.ts";
import { STORED_WITHIN_MS } from "./give-up-unstored.ts";
import { placeDocument, recognisePlaced } from "./place-document.ts";
import { recognise, type Put, type PutOrder, type Recognised } from "./put-document.ts";
import { listDocuments, type DocumentFilter } from "./read-documents.ts";
import { countStale, forgetAnalysis, reindexSome } from "./reindex.ts";
import { retrievedFrom, type Retrieved } from "./retrieved.ts";
import { Remembered } from "./search/remembered.ts";
import { search, type Search } from "./search/search.ts";
import { seedBuiltin } from "./seed-builtin.ts";
import { UploadingObject } from "./uploading-object.ts";
import type { Nearness, VectorKeeper } from "./vector-keeper.ts";
import type { DocumentRow } from "./write-document.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      KNOWLEDGE: DurableObjectNamespace<Knowledge>;
    }
  }
}

/** How many documents of an older analyser each search indexes again. */
const STALE_A_SEARCH = 5;

/**
 * One tenant's documents and their index. No text of other tenants is in it, not even as statistics.
 */
export class Knowledge extends UploadingObject {
  /** How many documents an older analyser indexed. */
  private stale: number;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    seedBuiltin(this.sql, BUILTIN);
    this.stale = sumOf(this.tables, countStale);
  }

  /** Does nothing: the object is made near its first call, or where that call asks for it to be. */
  place(): void {}

  search(ask: Search, said?: Nearness): Retrieved {
    if (this.stale > 0) this.reindex(STALE_A_SEARCH);
    const restricted = restrictedFor(this.sql, ask.viewer);
    const near = said && this.vectors.find(said, this.clock(), restricted);
    const order = { ...ask, near, older: this.stale > 0, restricted };
    const found = search(this.sql, this.remembered, order);
    return retrievedFrom(found, near !== undefined);
  }

  /** Sets the alarm, which looks whether this tenant has vectors, and of which model. */
  reviewVectors(tenantId: string): void {
    this.vectors.review(tenantId, this.clock());
  }

  countVectors(): ReturnType<VectorKeeper["count"]> {
    return this.vectors.count(this.clock());
  }

  put(order: PutOrder, by: Changer): Put {
    return this.putFor(order, by, null);
  }

  /**
   * As `put`, with an acl. These methods have names of their own, because an object of a version without
   * acl, which would ignore it, must fail instead.
   */
  putFor(order: PutOrder, by: Changer, acl: Acl): Put {
    this.makeRoom(order.now, by);
    this.vectors.wake(this.clock());
    const put = placeDocument(this.sql, order, acl, scanText);
    const { row, outcome, moved } = put;
    this.forgetTerms(row?.chunks, moved);
    if (row !== undefined && (outcome === "created" || outcome === "changed")) {
      const told = moved || acl !== null ? { acl } : {};
      this.tell(documentLine(row, outcome, { ...by, ...told, at: order.now }));
    }
    return put;
  }

  /** The document of this name if its content has this hash; undefined if it is to be stored. */
  recognise(externalId: string, hash: string, by?: Changer): Recognised | Refusal | undefined {
    // A Worker of a version without acl does not say who asks.
    if (by === undefined) return recognise(this.sql, externalId, hash);
    return this.recogniseFor({ externalId, hash, acl: null, now: this.clock() }, by);
  }

  recogniseFor(
    known: { externalId: string; hash: string; acl: Acl; now: number },
    by: Changer,
  ): Recognised | Refusal | undefined {
    this.vectors.wake(this.clock());
    const found = recognisePlaced(this.sql, known, scanText);
    if (found !== undefined && !isRefusal(found)) this.tellMoved(found, by, known);
    return found;
  }

  /** Marks every document to be indexed again, and gives their number. */
  forgetAnalysis(): number {
    this.stale = sumOf(this.tables, forgetAnalysis);
    return this.stale;
  }

  /** Indexes some of the marked documents again, and gives the number that is left. */
  reindex(most: number): number {
    this.remembered.forgetTerms(Infinity);
    this.stale = sumOf(this.tables, (sql) => reindexSome(sql, most, scanText));
    this.vectors.wake(this.clock());
    return this.stale;
  }

  /** A document that this viewer may see; without one, only a document for everybody. */
  find(name: string, viewer: Viewer = []): FoundDocument | undefined {
    return findFor(this.tables, name, viewer);
  }

  list(filter: DocumentFilter): { items: DocumentRow[]; total: number } {
    return listDocuments(this.sql, filter);
  }

  /** Removes a document; undefined if there is none. The product's own pages cannot be removed. */
  remove(
    name: string,
    by: Changer,
  ): (Omit<Removed, "row"> & { id: string }) | typeof BUILTIN_SOURCE | undefined {
    const now = this.clock();
    this.vectors.wake(now);
    const removed = removeNamed(this.tables, name);
    if (removed === BUILTIN_SOURCE) return removed;
    for (const { row } of removed) this.tell(documentLine(row, "deleted", { ...by, at: now }));
    const [first] = removed;
    if (first === undefined) return undefined;
    const { row, ...gone } = first;
    return { id: row.id, ...gone };
  }

  /**
   * Removes everything of the tenant: the costs of its calls go to the ledger, and its vectors are
   * removed from their index. Gives the number of its documents, or undefined if that index does not
   * answer.
   */
  async erase(): Promise<number | undefined> {
    const { sql, book, audit, vectors, surroundings, ctx } = this;
    const own = await emptyKnowledge(
      ctx.storage,
      { sql, book, audit, vectors },
      surroundings,
      this.clock(),
    );
    this.remembered = new Remembered();
    return own;
  }

  override async alarm(): Promise<void> {
    const open = this.book.abandon(this.clock());
    const sent = await this.sendCalls();
    await this.sendAudit();
    const uploads = await this.reviewUploads();
    const filled = await this.vectors.fill(this.surroundings);
    const waits = [
      ...(open || !sent ? [ABANDONED_MS] : []),
      ...(uploads ? [STORED_WITHIN_MS] : []),
      ...(filled === undefined ? [] : [filled]),
    ];
    if (waits.length > 0) await ringWithin(this.ctx.storage, Math.min(...waits), this.clock());
  }
}

import { failureOf } from "../../http/index.ts";
import { ringWithin } from "../../platform/index.ts";
import { scanText } from "../documents/scan-text.ts";
import type { Acl } from "./acl.ts";
import type { Announced } from "./announce-upload.ts";
import { AuditingObject } from "./auditing-object.ts";
import {
  bothTables,
  holding,
  removeExpired,
  removeUnsent,
  type BothTables,
} from "./both-tables.ts";
import { type Changer, documentLine } from "./document-line.ts";
import { anyWaits, giveUpUnstored, STORED_WITHIN_MS } from "./give-up-unstored.ts";
import { makeTables } from "./make-tables.ts";
import { tablesFor } from "./move-document.ts";
import { announcePlaced, publishPlaced } from "./place-document.ts";
import type { Whole } from "./publish-upload.ts";
import { findNamed } from "./read-documents.ts";
import { Remembered } from "./search/remembered.ts";
import { stagePieces } from "./stage-pieces.ts";
import { beginUpload, failUpload, senderOf, type NewUpload, type Upload } from "./uploads.ts";
import { VectorKeeper } from "./vector-keeper.ts";
import type { DocumentRow } from "./write-document.ts";
import type { NewPiece } from "./write-pieces.ts";

/** The actor that removes expired documents when their room is needed. */
const EXPIRY = "system:expiry";

/** The part of a tenant's object that has its documents, and takes in long ones in parts. */
export abstract class UploadingObject extends AuditingObject {
  protected readonly tables: BothTables;
  protected readonly vectors: VectorKeeper;
  protected remembered = new Remembered();

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    this.tables = bothTables(this.sql);
    makeTables(this.sql);
    this.vectors = new VectorKeeper(this.sql, ctx);
    // The alarm may have been lost with the isolate that was to set it.
    if (anyWaits(this.tables)) ctx.waitUntil(this.resumeUploads());
  }

  announce(upload: NewUpload): Announced {
    return this.announceFor(upload, null);
  }

  announceFor(upload: NewUpload, acl: Acl): Announced {
    const { by, now } = upload;
    if (by !== undefined) this.makeRoom(now, by);
    this.vectors.wake(this.clock());
    const announced = announcePlaced(this.sql, upload, acl, scanText);
    const placed = announced.acl ?? null;
    const row = findNamed(tablesFor(this.sql, placed), announced.documentId);
    if (by !== undefined && row !== undefined)
      this.tellMoved({ ...announced, row }, by, { acl: placed, now });
    if (announced.outcome === "queued") this.ctx.waitUntil(this.ringForUploads());
    return announced;
  }

  /** Gives up uploads whose text was lost. True if others wait, so that it has to look again. */
  protected async reviewUploads(): Promise<boolean> {
    const { env, platform } = this.surroundings;
    const { given, failed } = await giveUpUnstored(this.tables, env.OBJECTS, this.clock());
    for (const one of given) platform.log({ level: "error", event: "document_text_lost", ...one });
    if (failed !== undefined) {
      const reason = failureOf(failed.reason);
      platform.log({ level: "warn", event: "document_texts_unseen", reason });
    }
    return anyWaits(this.tables);
  }

  beginUpload(id: string): Upload | undefined {
    return beginUpload(holding(this.tables, id), id);
  }

  stage(id: string, pieces: { pieces: NewPiece[]; from: number }): number | undefined {
    const now = this.clock();
    const sql = holding(this.tables, id);
    const by = senderOf(sql, id);
    if (by !== undefined) this.makeRoom(now, by);
    return stagePieces(sql, id, { ...pieces, now }, scanText);
  }

  publish(id: string, whole: Whole): void {
    this.remembered.forgetTerms(whole.pieces);
    const now = this.clock();
    this.vectors.wake(now);
    const published = publishPlaced(this.tables, id, { ...whole, now }, scanText);
    if (published?.by === undefined) return;
    const { row, by, acl } = published;
    const change = row.version === 1 ? "created" : "changed";
    this.tell(documentLine(row, change, { ...by, acl, at: now }));
  }

  failUpload(id: string, reason: string, now: number): void {
    failUpload(holding(this.tables, id), id, reason, now);
  }

  forgetUnsent(id: string): void {
    removeUnsent(this.tables, id);
  }

  private async resumeUploads(): Promise<void> {
    if (await this.reviewUploads()) await this.ringForUploads();
  }

  private async ringForUploads(): Promise<void> {
    await ringWithin(this.ctx.storage, STORED_WITHIN_MS, this.clock());
  }

  protected makeRoom(now: number, by: Changer): void {
    for (const row of removeExpired(this.tables, now)) {
      this.tell(documentLine(row, "deleted", { ...by, actor: EXPIRY, at: now }));
    }
  }

  protected forgetTerms(chunks: number | undefined, moved = false): void {
    // Counts of words may not outlast what everybody was able to find.
    if (moved) this.remembered = new Remembered();
    else this.remembered.forgetTerms(chunks);
  }

  protected tellMoved(
    { row, moved }: { row: DocumentRow; moved?: boolean },
    by: Changer,
    { acl, now: at }: { acl: Acl; now: number },
  ): void {
    if (moved !== true) return;
    this.forgetTerms(row.chunks, true);
    this.tell(documentLine(row, "changed", { ...by, acl, at }));
  }
}

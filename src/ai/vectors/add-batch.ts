import type { PieceToEmbed, VectorBook } from "../knowledge/vector-book.ts";
import type { Caller } from "../caller.ts";
import type { PieceStore } from "./piece-store.ts";

const MOST_PIECES = 50;
/** Stands in for a piece where the model has taken none yet, so that one that it refuses stops no other. */
const HARMLESS = "Rampart";

/**
 * Nothing is left to do; or there is more; or it has to wait until a provider or a limit lets it go on.
 */
export type Filled = "done" | "more" | "later";

/** How many pieces are sent at once; absent before the first. It outlives a turn. */
export interface Pace {
  size?: number;
}

/**
 * Adds the next vectors, as many at once as the model takes. Where it refuses them, fewer are sent, down
 * to one. A piece that it refuses alone is sent again in a later turn, and then left out if it is refused
 * again: a refusal may be about no text at all, but about what the provider is paid.
 */
export class Batch {
  private readonly pace: Pace;
  private readonly others: VectorBook;
  /** Whether the model has taken a piece in this turn. */
  private isServed = false;
  /** Whether a piece was refused alone in this turn. */
  private isInDoubt = false;

  /** A piece of `others` shows whether the model takes anything. */
  constructor(pace: Pace, others: VectorBook) {
    this.pace = pace;
    this.others = others;
  }

  async add(book: VectorBook, caller: Caller, store: PieceStore): Promise<Filled> {
    const size = this.pace.size ?? MOST_PIECES;
    const unsent = book.toEmbed(size);
    if (unsent.length === 0 && this.isInDoubt) return "later";
    const pieces = unsent.length > 0 ? unsent : book.doubted(size);
    if (pieces.length === 0) return "done";
    // What may be refused for good comes after what the model takes.
    if (unsent.length === 0 && !(await this.takesOthers(store))) return "later";
    const { kept, stopped } = await store.add(pieces);
    if (kept.length > 0) {
      book.stored(kept.map(({ id }) => id));
      this.isServed = true;
    }
    if (stopped === "later") return stopped;
    if (stopped === "refused") {
      this.pace.size = Math.ceil(pieces.length / 2);
      if (pieces.length > 1) return "more";
      return this.leaveOut(book, caller, store, { pieces, isAgain: unsent.length === 0 });
    }
    this.pace.size = Math.min(MOST_PIECES, size * 2);
    return "more";
  }

  private async leaveOut(
    book: VectorBook,
    caller: Caller,
    store: PieceStore,
    { pieces, isAgain }: { pieces: readonly PieceToEmbed[]; isAgain: boolean },
  ): Promise<Filled> {
    // A short text may pass where a budget is spent, so it is not enough to refuse a piece for good.
    const standIn = isAgain ? undefined : HARMLESS;
    if (!(await this.takesOthers(store, standIn))) return "later";
    const { tenantId, platform } = caller;
    book.refused(
      pieces.map(({ id }) => id),
      isAgain ? platform.now() : undefined,
    );
    this.isInDoubt ||= !isAgain;
    const { model } = store;
    if (isAgain) platform.log({ level: "warn", event: "vectors_refused", tenantId, model });
    return "more";
  }

  /**
   * Whether the model takes pieces in this turn: one that has its vector is sent to find out, or the text
   * that stands in for it.
   */
  private async takesOthers(store: PieceStore, without?: string): Promise<boolean> {
    const text = this.others.taken()?.text ?? without;
    if (this.isServed || text === undefined) return this.isServed;
    this.isServed = await store.takes(text);
    return this.isServed;
  }
}

import type { PieceToEmbed, VectorBook } from "../knowledge/vector-book.ts";
import type { Caller } from "../providers/ask-model.ts";
import { embedTexts } from "./embed-texts.ts";
import type { VectorPlan } from "./plan.ts";
import type { VectorIndex } from "./vector-index.ts";

const MOST_PIECES = 50;
/** A text that every model takes. One that refuses it refuses everything. */
const HARMLESS = "Rampart";

/**
 * Nothing is left to do; or there is more; or it has to wait until a provider or a limit lets it go on.
 */
export type Filled = "done" | "more" | "later";

/**
 * Adds the next vectors, as many at once as the model takes. Where it refuses them, fewer are sent,
 * until a piece that it refuses alone is left out.
 */
export class Batch {
  private size = MOST_PIECES;
  /** Whether the model has taken anything. If not, a refusal may be about no text at all. */
  private isServed = false;

  async add(
    book: VectorBook,
    caller: Caller,
    plan: VectorPlan,
    index: VectorIndex,
  ): Promise<Filled> {
    const pieces = book.toEmbed(this.size);
    if (pieces.length === 0) return "done";
    const texts = pieces.map(({ text }) => text);
    const made = await embedTexts(caller, plan, texts);
    if (made === undefined) return "later";
    if ("stopped" in made) {
      return made.stopped === "refused" ? this.shrink(book, caller, plan, pieces) : "later";
    }
    const vectors = pieces.flatMap(({ id }, at) => {
      const values = made[at];
      return values === undefined ? [] : [{ id, namespace: caller.tenantId, values }];
    });
    if (!(await index.upsert(vectors))) return "later";
    book.stored(pieces.map(({ id }) => id));
    this.isServed = true;
    this.size = Math.min(MOST_PIECES, this.size * 2);
    return "more";
  }

  private async shrink(
    book: VectorBook,
    caller: Caller,
    plan: VectorPlan,
    pieces: readonly PieceToEmbed[],
  ): Promise<Filled> {
    this.size = Math.ceil(pieces.length / 2);
    if (pieces.length > 1) return "more";
    this.isServed ||= Array.isArray(await embedTexts(caller, plan, [HARMLESS]));
    if (!this.isServed) return "later";
    book.refused(pieces.map(({ id }) => id));
    const { tenantId, platform } = caller;
    platform.log({
      level: "warn",
      event: "vectors_refused",
      tenantId,
      model: plan.index.embedding.model,
    });
    return "more";
  }
}

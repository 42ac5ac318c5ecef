import type { PieceToEmbed, VectorBook } from "../knowledge/vector-book.ts";

/** What became of pieces that were sent. */
export interface Sent {
  kept: readonly PieceToEmbed[];
  /**
   * Why not all are kept: the model will not have one of them, or a provider or a limit stops it for now.
   */
  stopped?: "refused" | "later";
}

/** Where pieces are sent so that they are found by their meaning. */
export interface PieceStore {
  model: string;
  add: (pieces: readonly PieceToEmbed[]) => Promise<Sent>;
  /** Whether it takes this text now. Asked only after it has refused another one. */
  takes: (text: string) => Promise<boolean>;
  /**
   * Whether it is done with all that it keeps, except for what the book has as failing; absent if nothing
   * is left to it.
   */
  review?: (book: VectorBook) => Promise<"done" | "later">;
}

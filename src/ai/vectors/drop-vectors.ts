import type { Surroundings } from "../../platform/index.ts";
import type { VectorBook } from "../knowledge/vector-book.ts";
import { openIndexes, removeEverywhere } from "./remove-everywhere.ts";

/** Removes a book's vectors from every index. True when none is left, or if there is no index. */
export async function dropVectors(
  book: VectorBook,
  { env, platform }: Surroundings,
): Promise<boolean> {
  book.enter(null);
  const indexes = openIndexes(env, platform);
  if (indexes.size === 0) return true;
  for (;;) {
    const gone = book.gone();
    if (gone.length === 0) return true;
    if ((await removeEverywhere(indexes, gone)).length > 0) return false;
    book.removed(gone);
  }
}

import type { Surroundings } from "../../platform/index.ts";
import type { VectorBook } from "../knowledge/vector-book.ts";
import { openRemovals, removeEverywhere } from "./remove-everywhere.ts";

interface Owned extends Surroundings {
  tenantId: string;
}

/** Removes all that a tenant has in any index. True when nothing is left, or if there is no index. */
export async function dropVectors(
  book: VectorBook,
  { env, platform, tenantId }: Owned,
): Promise<boolean> {
  book.enter(null);
  const removals = openRemovals({ env, outside: platform, tenantId });
  if (removals.size === 0) return true;
  for (let gone = book.gone(); gone.length > 0; gone = book.gone()) {
    if ((await removeEverywhere(removals, gone)).length > 0) return false;
    book.removed(gone);
  }
  for (const { clear } of removals.values()) {
    if (clear !== undefined && !(await clear())) return false;
  }
  return true;
}

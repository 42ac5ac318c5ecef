import type { Outside } from "../providers/call-provider.ts";
import { indexesOf } from "./plan.ts";
import { openIndex, type VectorIndex } from "./vector-index.ts";

/** Opens every index of the service: a tenant's earlier order or region may have chosen another one. */
export function openIndexes(env: Cloudflare.Env, outside: Outside): VectorIndex[] {
  return indexesOf(env).flatMap((settings) => openIndex(env, outside, settings) ?? []);
}

/**
 * Removes vectors from all indexes; false if one gave no good answer. It is not recorded which index
 * has a vector, and removing an id that an index does not have is no error.
 */
export async function removeEverywhere(
  indexes: readonly VectorIndex[],
  ids: readonly string[],
): Promise<boolean> {
  for (const index of indexes) if (!(await index.remove(ids))) return false;
  return true;
}

import type { Outside } from "../providers/call-provider.ts";
import { indexesOf } from "./plan.ts";
import { openIndex, type VectorIndex } from "./vector-index.ts";

/** All that the service has: an order or region of a tenant's may have named another one before. */
export function openIndexes(env: Cloudflare.Env, outside: Outside): VectorIndex[] {
  return indexesOf(env).flatMap((settings) => openIndex(env, outside, settings) ?? []);
}

/** Nobody wrote down which index has a vector, and an id that one does not have is no error to it. */
export async function removeEverywhere(
  indexes: readonly VectorIndex[],
  ids: readonly string[],
): Promise<boolean> {
  for (const index of indexes) if (!(await index.remove(ids))) return false;
  return true;
}

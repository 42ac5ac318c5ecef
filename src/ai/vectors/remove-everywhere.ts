import type { Outside } from "../providers/call-provider.ts";
import type { VectorizeSettings } from "../providers/service-providers.ts";
import { indexesOf } from "./plan.ts";
import { openIndex, type VectorIndex } from "./vector-index.ts";

type Indexes = ReadonlyMap<VectorizeSettings, VectorIndex>;

/** Opens every index of the service: a tenant's earlier order or region may have chosen another one. */
export function openIndexes(env: Cloudflare.Env, outside: Outside): Indexes {
  const opened = new Map<VectorizeSettings, VectorIndex>();
  for (const settings of indexesOf(env)) {
    const index = openIndex(env, outside, settings);
    if (index !== undefined) opened.set(settings, index);
  }
  return opened;
}

/**
 * Removes vectors from all indexes, and returns those that gave no good answer. It is not recorded which
 * index has a vector, and removing an id that an index does not have is no error.
 */
export async function removeEverywhere(
  indexes: Indexes,
  ids: readonly string[],
): Promise<VectorIndex[]> {
  const all = [...indexes.values()];
  const told = await Promise.all(all.map((index) => index.remove(ids)));
  return all.filter((_index, at) => told[at] !== true);
}

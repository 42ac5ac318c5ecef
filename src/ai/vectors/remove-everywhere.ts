import type { Outside } from "../providers/call-provider.ts";
import type { VectorizeSettings } from "../providers/service-providers.ts";
import { indexesOf } from "./plan.ts";
import { openIndex, type VectorIndex } from "./vector-index.ts";

type Indexes = ReadonlyMap<VectorizeSettings, VectorIndex>;

/** All that the service has: an order or region of a tenant's may have named another one before. */
export function openIndexes(env: Cloudflare.Env, outside: Outside): Indexes {
  const opened = new Map<VectorizeSettings, VectorIndex>();
  for (const settings of indexesOf(env)) {
    const index = openIndex(env, outside, settings);
    if (index !== undefined) opened.set(settings, index);
  }
  return opened;
}

/**
 * Nobody wrote down which index has a vector, and an id that one does not have is no error to it. Gives
 * those that did not answer, which keeps it from no other.
 */
export async function removeEverywhere(
  indexes: Indexes,
  ids: readonly string[],
): Promise<VectorIndex[]> {
  const all = [...indexes.values()];
  const told = await Promise.all(all.map((index) => index.remove(ids)));
  return all.filter((_index, at) => told[at] !== true);
}

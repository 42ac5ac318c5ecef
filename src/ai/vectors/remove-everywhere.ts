import type { Outside } from "../providers/call-provider.ts";
import { removeInstances, removeItems } from "./ai-search/remove-items.ts";
import { instanceOf, type Reach } from "./ai-search/instance.ts";
import { indexesOf, type IndexPlan, type IndexSettings } from "./plan.ts";
import { openIndex } from "./vector-index.ts";

/** How a tenant's pieces are removed from an index. */
export interface Removal {
  /** How many are removed at once; absent if as many as are listed at once. */
  most?: number;
  remove: (ids: readonly string[]) => Promise<boolean>;
  /** Removes what else the tenant has there; absent if that is nothing. */
  clear?: () => Promise<boolean>;
}

type Removals = ReadonlyMap<IndexSettings, Removal>;

interface Where {
  env: Cloudflare.Env;
  outside: Outside;
  tenantId: string;
  /** The index that the tenant uses, if it uses one. */
  plan?: IndexPlan | undefined;
}

/** An item takes two calls, and an object may not make too many in one turn. */
const MOST_ITEMS = 25;

/** Opens every index of the service: a tenant's earlier order or region may have chosen another one. */
export function openRemovals({ env, outside, tenantId, plan }: Where): Removals {
  const opened = new Map<IndexSettings, Removal>();
  const indexes = indexesOf(env);
  for (const settings of indexes) {
    if (settings.kind !== "vectorize") continue;
    const index = openIndex(env, outside, settings);
    if (index !== undefined) opened.set(settings, index);
  }
  // All providers of AI Search reach the same instances, so one of them removes what there is.
  const searches = indexes.filter((one) => one.kind === "ai-search");
  const search = searches.find((one) => one === plan?.index) ?? searches[0];
  const { AI_SEARCH: binding } = env;
  if (search === undefined || binding === undefined) return opened;
  const reach = { binding, outside, name: search.name };
  const space = search === plan?.index ? plan.space : undefined;
  return opened.set(search, openInstances(reach, tenantId, space));
}

/** All instances of a tenant go whole, but for the one of the space that the tenant uses. */
function openInstances(reach: Reach, tenantId: string, space: string | undefined): Removal {
  // Once is enough: nothing is uploaded there meanwhile.
  let cleared: Promise<boolean> | undefined;
  const clear = async () => (cleared ??= removeInstances(reach, tenantId));
  if (space === undefined) return { remove: clear, clear };
  const instance = instanceOf(reach, tenantId, space);
  return { most: MOST_ITEMS, remove: async (ids) => removeItems(instance, ids), clear };
}

/**
 * Removes pieces from all indexes, and returns those that gave no good answer. It is not recorded which
 * index has a piece, and removing an id that an index does not have is no error.
 */
export async function removeEverywhere(
  removals: Removals,
  ids: readonly string[],
): Promise<Removal[]> {
  const all = [...removals.values()];
  const told = await Promise.all(all.map((one) => one.remove(ids)));
  return all.filter((_one, at) => told[at] !== true);
}

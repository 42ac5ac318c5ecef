import type { Outside } from "../providers/call-provider.ts";
import { removeInstances, removeItems } from "./ai-search/remove-items.ts";
import { instanceOf } from "./ai-search/instance.ts";
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
  for (const settings of indexesOf(env)) {
    if (settings.kind === "vectorize") {
      const index = openIndex(env, outside, settings);
      if (index !== undefined) opened.set(settings, index);
      continue;
    }
    const { AI_SEARCH: binding } = env;
    if (binding === undefined) continue;
    const reach = { binding, outside, name: settings.name };
    // Once is enough: nothing is uploaded there meanwhile.
    let cleared: Promise<boolean> | undefined;
    const clear = async () => (cleared ??= removeInstances(reach, tenantId));
    if (plan?.index === settings) {
      const instance = instanceOf(reach, tenantId, plan.space);
      const remove = async (ids: readonly string[]) => removeItems(instance, ids);
      opened.set(settings, { most: MOST_ITEMS, remove, clear });
    } else opened.set(settings, { remove: clear, clear });
  }
  return opened;
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

import * as z from "zod";
import { callBinding, isMissing, tellBinding, type Answered } from "./call-binding.ts";
import { inTurns } from "./in-turns.ts";
import { keyOf, prefixOf, type Instance, type Reach } from "./instance.ts";
import { listItems, MOST_LISTED } from "./list-items.ts";

/** All of an account, in case the service does not search by name. */
const MOST_PAGES = 100;

const instances = z.object({ result: z.array(z.object({ id: z.string() })) });

/** Removes the items of pieces, and the tenant's other instances. False if the service does not answer. */
export async function removeItems(instance: Instance, pieces: readonly string[]): Promise<boolean> {
  if (!(await removeInstances(instance, instance.tenantId, instance.id))) return false;
  return inTurns(pieces, async (piece) => removeItem(instance, keyOf(piece)));
}

/** Removes a tenant's instances, all but one if that is named. */
export async function removeInstances(
  reach: Reach,
  tenantId: string,
  but?: string,
): Promise<boolean> {
  const names = await listInstances(reach, prefixOf(tenantId));
  const others = names?.filter((id) => id !== but);
  if (others === undefined) return false;
  const remove = async (id: string) =>
    isGone(await tellBinding(reach, () => reach.binding.delete(id)));
  return inTurns(others, remove);
}

/** The names that begin like this; undefined as long as they may not be all. */
async function listInstances(reach: Reach, prefix: string): Promise<string[] | undefined> {
  const names: string[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const order = { search: prefix, page, per_page: MOST_LISTED };
    const { value } = await callBinding(reach, async () => reach.binding.list(order), instances);
    if (value === undefined) return undefined;
    names.push(...value.result.map(({ id }) => id).filter((id) => id.startsWith(prefix)));
    if (value.result.length < MOST_LISTED) return names;
  }
  return undefined;
}

/** Items are deleted by ids of the service's own, which an upload whose answer was lost never told. */
async function removeItem(instance: Instance, key: string): Promise<boolean> {
  const listed = await listItems(instance, { key });
  if (listed.value === undefined) return isMissing(listed);
  const item = listed.value.find((one) => one.key === key);
  // What lists other keys did not look for this one.
  if (item === undefined) return listed.value.length === 0;
  const { items } = instance.binding.get(instance.id);
  return isGone(await tellBinding(instance, async () => items.delete(item.id)));
}

function isGone(told: Answered<true>): boolean {
  return told.value === true || isMissing(told);
}

import * as z from "zod";
import { callBinding, isMissing, tellBinding, type Answered } from "./call-binding.ts";
import { inTurns } from "./in-turns.ts";
import { keyOf, prefixOf, type Instance, type Reach } from "./instance.ts";
import { listItems } from "./list-items.ts";

/** Above the number of instances that a tenant ever has. */
const MOST_INSTANCES = 50;

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
  const { binding } = reach;
  const prefix = prefixOf(tenantId);
  const list = async () => binding.list({ search: prefix, per_page: MOST_INSTANCES });
  const { value } = await callBinding(reach, list, instances);
  if (value === undefined) return false;
  const names = value.result.map(({ id }) => id);
  const others = names.filter((id) => id.startsWith(prefix) && id !== but);
  const remove = async (id: string) => isGone(await tellBinding(reach, () => binding.delete(id)));
  // A full listing may not be all, whether the tenant has more or the service did not search by name.
  return (await inTurns(others, remove)) && names.length < MOST_INSTANCES;
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

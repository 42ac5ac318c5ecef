import * as z from "zod";
import { callBinding, isMissing, tellBinding } from "./call-binding.ts";
import { inTurns } from "./in-turns.ts";
import type { Instance } from "./instance.ts";
import { listItems, MOST_LISTED, type Item } from "./list-items.ts";

/** Reasons that may be gone the next time, by the service's page of them. Any other lies with the item. */
const PASSES =
  /capacity|timeout|internal|rate_limited|allocation|upstream|unknown_error|connection_lost|error_embedding/;
/** Items that failed are looked through so far: those that fail for good hide what comes after them. */
const MOST_PAGES = 20;

const counts = z.object({
  queued: z.number().default(0),
  running: z.number().default(0),
  error: z.number().default(0),
});

/**
 * Whether the service has indexed all items, which it does after their upload. What failed for a reason
 * that passes is to be indexed again.
 */
export async function reviewItems(instance: Instance): Promise<"done" | "later"> {
  const own = instance.binding.get(instance.id);
  const counted = await callBinding(instance, async () => own.stats(), counts);
  const { value } = counted;
  if (value === undefined) return isMissing(counted) ? "done" : "later";
  const again = value.error > 0 ? await findPassing(instance) : [];
  if (again === undefined) return "later";
  const isTold = await inTurns(again, async ({ id }) => {
    const { value: told } = await tellBinding(instance, async () => own.items.get(id).sync());
    return told === true;
  });
  const waits = value.queued + value.running + again.length > 0;
  return waits || !isTold ? "later" : "done";
}

/** Some of the items that failed for a reason that passes; undefined if they cannot be listed now. */
async function findPassing(instance: Instance): Promise<Item[] | undefined> {
  const passing: Item[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { value } = await listItems(instance, { status: "error", page });
    if (value === undefined) return undefined;
    passing.push(...value.filter(({ error }) => PASSES.test(error ?? "")));
    if (value.length < MOST_LISTED || passing.length >= MOST_LISTED) break;
  }
  return passing.slice(0, MOST_LISTED);
}

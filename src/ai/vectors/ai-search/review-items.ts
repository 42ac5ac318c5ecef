import * as z from "zod";
import { callBinding, isMissing, tellBinding } from "./call-binding.ts";
import { inTurns } from "./in-turns.ts";
import type { Instance } from "./instance.ts";
import { listItems } from "./list-items.ts";

/** Reasons that may be gone the next time. Any other lies with the item. */
const PASSES = /capacity|timeout|internal|rate_limited|allocation/;

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
  const failed = value.error > 0 ? await listItems(instance, { status: "error" }) : { value: [] };
  const again = failed.value?.filter(({ error }) => PASSES.test(error ?? "")) ?? [];
  const isTold = await inTurns(again, async ({ id }) => {
    const { value: told } = await tellBinding(instance, async () => own.items.get(id).sync());
    return told === true;
  });
  const waits = value.queued + value.running + again.length > 0;
  return waits || !isTold || failed.value === undefined ? "later" : "done";
}

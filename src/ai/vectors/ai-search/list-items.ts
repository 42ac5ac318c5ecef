import * as z from "zod";
import { callBinding, type Answered } from "./call-binding.ts";
import type { Instance } from "./instance.ts";

/** The service lists no more at once. */
export const MOST_LISTED = 50;
/** Items that were uploaded, and not fetched from anywhere. */
const UPLOADED = "builtin";

const listed = z
  .object({
    result: z.array(z.object({ id: z.string(), key: z.string(), error: z.string().nullish() })),
  })
  .transform(({ result }) => result);

export type Item = z.output<typeof listed>[number];

/** The items with this key or status. */
export async function listItems(
  instance: Instance,
  which: { key: string } | { status: "error"; page: number },
): Promise<Answered<Item[]>> {
  const { items } = instance.binding.get(instance.id);
  const order = { ...which, source: UPLOADED, per_page: MOST_LISTED };
  return callBinding(instance, async () => items.list(order), listed);
}

import * as z from "zod";
import type { FailingPieces } from "../../knowledge/failing-pieces.ts";
import { callBinding, isMissing, tellBinding } from "./call-binding.ts";
import { inTurns } from "./in-turns.ts";
import { pieceOf, type Instance } from "./instance.ts";
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
 * that passes is to be indexed again when its time has come, and is noted as failing until then.
 */
export async function reviewItems(
  instance: Instance,
  failing: FailingPieces,
  now: number,
): Promise<"done" | "later"> {
  const own = instance.binding.get(instance.id);
  const counted = await callBinding(instance, async () => own.stats(), counts);
  const { value } = counted;
  if (value === undefined && !isMissing(counted)) return "later";
  const { queued, running, error } = value ?? { queued: 0, running: 0, error: 0 };
  const found = error > 0 ? await findPassing(instance, failing, now) : NONE;
  if (found === undefined) return "later";
  const { due, seen } = found;
  // What is being indexed may fail once more, and has then failed since its first time.
  if (seen !== undefined && queued + running === 0) failing.keepOnly(seen.map(idOf));
  const isTold = await inTurns(due, async (item) => {
    const { value: told } = await tellBinding(instance, async () => own.items.get(item.id).sync());
    if (told === true) failing.tried([idOf(item)], now);
    return told === true;
  });
  return queued + running > 0 || !isTold ? "later" : "done";
}

interface Passing {
  /** Some of those that may be tried again now. */
  due: Item[];
  /** All of them; undefined if there may be more. */
  seen: Item[] | undefined;
}

const NONE: Passing = { due: [], seen: [] };

/** The items that failed for a reason that passes; undefined if they cannot be listed now. */
async function findPassing(
  instance: Instance,
  failing: FailingPieces,
  now: number,
): Promise<Passing | undefined> {
  const seen: Item[] = [];
  const due: Item[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { value } = await listItems(instance, { status: "error", page });
    if (value === undefined) return undefined;
    const passing = value.filter(({ error }) => PASSES.test(error ?? ""));
    seen.push(...passing);
    due.push(...passing.filter((item) => failing.isDue(idOf(item), now)));
    if (value.length < MOST_LISTED) return { due: due.slice(0, MOST_LISTED), seen };
    if (due.length >= MOST_LISTED) break;
  }
  return { due: due.slice(0, MOST_LISTED), seen: undefined };
}

function idOf({ key }: Item): string {
  return pieceOf(key);
}

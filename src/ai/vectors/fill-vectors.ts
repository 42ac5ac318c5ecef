import { continueTrace, traceIdOf } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import type { Caller } from "../providers/ask-model.ts";
import { readTenantAi } from "../settings/store.ts";
import type { VectorBook } from "../knowledge/vector-book.ts";
import { Batch, type Filled, type Pace } from "./add-batch.ts";
import { vectorPlan } from "./plan.ts";
import { openIndexes, removeEverywhere } from "./remove-everywhere.ts";

const CALLS_A_TURN = 10;

type Asking = Pick<Caller, "env" | "platform" | "tenantId" | "background">;

/**
 * Brings a tenant's index of vectors up to date with its book: it removes what has to go, then adds
 * what is missing. If it is cut off, the next call goes on from the book. Repeating a step changes
 * nothing.
 */
export async function fillVectors(book: VectorBook, pace: Pace, asking: Asking): Promise<Filled> {
  const caller = await callerOf(asking);
  const { env, platform, ai } = caller;
  const plan = vectorPlan(env, ai);
  book.enter(plan?.space ?? null);
  book.reconsider(platform.now());
  const indexes = openIndexes(env, platform);
  // The list of what has to go is kept until there is an index to remove it from.
  if (indexes.size === 0) return "done";
  const index = plan && indexes.get(plan.index);
  // If another index cannot be told, new vectors still go to this one: no number is given twice.
  let isTold = true;
  const batch = new Batch(pace);
  for (let call = 0; call < CALLS_A_TURN; call += 1) {
    const gone = isTold ? book.gone() : [];
    if (gone.length > 0) {
      const untold = await removeEverywhere(indexes, gone);
      if (index !== undefined && untold.includes(index)) return "later";
      isTold = untold.length === 0;
      if (isTold) book.removed(gone);
      continue;
    }
    const step =
      plan === undefined || index === undefined
        ? "done"
        : await batch.add(book, caller, plan, index);
    if (step !== "more") return isTold ? step : "later";
  }
  return "more";
}

async function callerOf(asking: Asking): Promise<Caller> {
  const traceparent = continueTrace(null);
  return {
    ...asking,
    userId: "system",
    operation: "index",
    traceId: traceIdOf(traceparent),
    traceparent,
    ai: await readTenantAi(database(asking.env), asking.tenantId),
  };
}

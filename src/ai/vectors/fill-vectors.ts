import { continueTrace, traceIdOf } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import type { Caller } from "../caller.ts";
import { readTenantAi } from "../settings/store.ts";
import type { VectorBook } from "../knowledge/vector-book.ts";
import { Batch, type Filled, type Pace } from "./add-batch.ts";
import { keepInSearch } from "./keep-in-search.ts";
import { keepVectors, type Keep } from "./keep-vectors.ts";
import type { PieceStore } from "./piece-store.ts";
import { makesVectors, planIndex, type IndexPlan, type VectorPlan } from "./plan.ts";
import { openRemovals, removeEverywhere } from "./remove-everywhere.ts";
import { openIndex } from "./vector-index.ts";

const CALLS_A_TURN = 10;

type Asking = Pick<Caller, "env" | "platform" | "tenantId" | "outlive">;

/** The books of the pieces that need a vector, and where vectors of restricted pieces are kept. */
export interface Books {
  open: VectorBook;
  restricted: VectorBook;
  values: Keep;
}

/**
 * Brings a tenant's vectors up to date with its books. If it is cut off, the next call goes on from the
 * books. Repeating a step changes nothing.
 */
export async function fillVectors(books: Books, pace: Pace, asking: Asking): Promise<Filled> {
  const caller = await callerOf(asking);
  const { env, platform, ai } = caller;
  const plan = planIndex(env, ai);
  // Restricted pieces are sent to a model, but to no index, so an index that makes vectors gets none.
  const isWanted = ai.settings.restrictedVectors === true;
  const hidden = isWanted && makesVectors(plan) ? plan : undefined;
  enter(books.open, plan, platform.now());
  enter(books.restricted, hidden, platform.now());
  const open = await fillOpen(books.open, caller, plan, new Batch(pace, books.open));
  if (open === "more") return open;
  const restricted = await fillRestricted(books, caller, hidden, new Batch(pace, books.open));
  return open === "later" ? open : restricted;
}

function enter(book: VectorBook, plan: IndexPlan | undefined, now: number): void {
  book.enter(plan?.space ?? null);
  book.reconsider(now);
}

/** Removes from the index what has to go, then adds what is missing. */
async function fillOpen(
  book: VectorBook,
  caller: Caller,
  plan: IndexPlan | undefined,
  batch: Batch,
): Promise<Filled> {
  const { env, platform: outside, tenantId } = caller;
  const removals = openRemovals({ env, outside, tenantId, plan });
  // The list of what has to go is kept until there is an index to remove it from.
  if (removals.size === 0) return "done";
  const own = plan && removals.get(plan.index);
  const store = plan && openStore(caller, plan);
  // If another index cannot be told, new vectors still go to this one: no number is given twice.
  let isTold = true;
  for (let call = 0; call < CALLS_A_TURN; call += 1) {
    const gone = isTold ? book.gone(own?.most) : [];
    if (gone.length > 0) {
      const untold = await removeEverywhere(removals, gone);
      if (own !== undefined && untold.includes(own)) return "later";
      isTold = untold.length === 0;
      if (isTold) book.removed(gone);
      continue;
    }
    const step = store === undefined ? "done" : await batch.add(book, caller, store);
    if (step === "more") continue;
    const last = step === "done" ? await store?.review?.(book) : step;
    return isTold ? (last ?? step) : "later";
  }
  return "more";
}

function openStore(caller: Caller, plan: IndexPlan): PieceStore | undefined {
  if (!makesVectors(plan)) return keepInSearch(caller, plan);
  const index = openIndex(caller.env, caller.platform, plan.index);
  return index && keepVectors(caller, plan, index);
}

/** The same for restricted pieces: no index has their vectors, so none is told what has to go. */
async function fillRestricted(
  { restricted: book, values }: Books,
  caller: Caller,
  plan: VectorPlan | undefined,
  batch: Batch,
): Promise<Filled> {
  for (let gone = book.gone(); gone.length > 0; gone = book.gone()) book.removed(gone);
  if (plan === undefined) return "done";
  const store = keepVectors(caller, plan, values);
  for (let call = 0; call < CALLS_A_TURN; call += 1) {
    const step = await batch.add(book, caller, store);
    if (step !== "more") return step;
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

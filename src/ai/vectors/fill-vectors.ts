import { continueTrace, traceIdOf } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import type { Caller } from "../providers/ask-model.ts";
import { readTenantAi } from "../settings/store.ts";
import type { VectorBook } from "../knowledge/vector-book.ts";
import { Batch, type Filled, type Pace } from "./add-batch.ts";
import { keepVectors, type Keep } from "./keep-vectors.ts";
import { vectorPlan, type VectorPlan } from "./plan.ts";
import { openIndexes, removeEverywhere } from "./remove-everywhere.ts";

const CALLS_A_TURN = 10;

type Asking = Pick<Caller, "env" | "platform" | "tenantId" | "background">;

/** What says which pieces need a vector, and where those of restricted pieces are. */
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
  const plan = vectorPlan(env, ai);
  const hidden = ai.settings.restrictedVectors === true ? plan : undefined;
  enter(books.open, plan, platform.now());
  enter(books.restricted, hidden, platform.now());
  const open = await fillOpen(books.open, caller, plan, new Batch(pace, books.open));
  if (open === "more") return open;
  const restricted = await fillRestricted(books, caller, hidden, new Batch(pace, books.open));
  return open === "later" ? open : restricted;
}

function enter(book: VectorBook, plan: VectorPlan | undefined, now: number): void {
  book.enter(plan?.space ?? null);
  book.reconsider(now);
}

/** Removes from the index what has to go, then adds what is missing. */
async function fillOpen(
  book: VectorBook,
  caller: Caller,
  plan: VectorPlan | undefined,
  batch: Batch,
): Promise<Filled> {
  const indexes = openIndexes(caller.env, caller.platform);
  // The list of what has to go is kept until there is an index to remove it from.
  if (indexes.size === 0) return "done";
  const index = plan && indexes.get(plan.index);
  const store = plan && index && keepVectors(caller, plan, index);
  // If another index cannot be told, new vectors still go to this one: no number is given twice.
  let isTold = true;
  for (let call = 0; call < CALLS_A_TURN; call += 1) {
    const gone = isTold ? book.gone() : [];
    if (gone.length > 0) {
      const untold = await removeEverywhere(indexes, gone);
      if (index !== undefined && untold.includes(index)) return "later";
      isTold = untold.length === 0;
      if (isTold) book.removed(gone);
      continue;
    }
    const step = store === undefined ? "done" : await batch.add(book, caller, store);
    if (step !== "more") return isTold ? step : "later";
  }
  return "more";
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

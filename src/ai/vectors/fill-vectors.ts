import { continueTrace, traceIdOf } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import type { Caller } from "../providers/ask-model.ts";
import { readTenantAi } from "../settings/store.ts";
import type { VectorBook } from "../knowledge/vector-book.ts";
import { embedTexts } from "./embed-texts.ts";
import { vectorPlan, type VectorPlan } from "./plan.ts";
import { openIndexes, removeEverywhere } from "./remove-everywhere.ts";
import { openIndex, type VectorIndex } from "./vector-index.ts";

const PIECES_A_CALL = 50;
const CALLS_A_TURN = 10;

/**
 * Nothing is left to do; or there is more; or it has to wait until a provider or a limit lets it go on.
 */
export type Filled = "done" | "more" | "later";

type Asking = Pick<Caller, "env" | "platform" | "tenantId" | "background">;

/**
 * Brings a tenant's index of vectors up to date with its book: it removes what has to go, then adds
 * what is missing. If it is cut off, the next call goes on from the book. Repeating a step changes
 * nothing.
 */
export async function fillVectors(book: VectorBook, asking: Asking): Promise<Filled> {
  const caller = await callerOf(asking);
  const { env, platform, ai } = caller;
  const plan = vectorPlan(env, ai);
  book.enter(plan?.space ?? null);
  const indexes = openIndexes(env, platform);
  // The list of what has to go is kept until there is an index to remove it from.
  if (indexes.length === 0) return "done";
  const index = plan && openIndex(env, platform, plan.index);
  for (let call = 0; call < CALLS_A_TURN; call += 1) {
    const gone = book.gone();
    if (gone.length > 0) {
      if (!(await removeEverywhere(indexes, gone))) return "later";
      book.removed(gone);
      continue;
    }
    if (plan === undefined || index === undefined) return "done";
    const step = await addSome(book, caller, plan, index);
    if (step !== "more") return step;
  }
  return "more";
}

async function addSome(
  book: VectorBook,
  caller: Caller,
  plan: VectorPlan,
  index: VectorIndex,
): Promise<Filled> {
  const pieces = book.toEmbed(PIECES_A_CALL);
  if (pieces.length === 0) return "done";
  const texts = pieces.map(({ text }) => text);
  const made = await embedTexts(caller, plan, texts);
  if (made === undefined || "stopped" in made) return "later";
  const vectors = pieces.flatMap(({ id }, at) => {
    const values = made[at];
    return values === undefined ? [] : [{ id, namespace: caller.tenantId, values }];
  });
  if (!(await index.upsert(vectors))) return "later";
  book.stored(pieces.map(({ id }) => id));
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

import type { Caller } from "../caller.ts";
import { embedTexts } from "./embed-texts.ts";
import type { PieceStore, Sent } from "./piece-store.ts";
import type { VectorPlan } from "./plan.ts";
import type { VectorIndex } from "./vector-index.ts";

const LATER: Sent = { kept: [], stopped: "later" };
const REFUSED: Sent = { kept: [], stopped: "refused" };

/** Where vectors are kept. */
export type Keep = Pick<VectorIndex, "upsert">;

/** Pieces whose vectors are made by a model of ours, and kept somewhere else. */
export function keepVectors(caller: Caller, plan: VectorPlan, index: Keep): PieceStore {
  return {
    model: plan.index.embedding.model,
    add: async (pieces) => {
      const made = await embedTexts(
        caller,
        plan,
        pieces.map(({ text }) => text),
      );
      if (made === undefined) return LATER;
      if ("stopped" in made) return made.stopped === "refused" ? REFUSED : LATER;
      const vectors = pieces.flatMap(({ id }, at) => {
        const values = made[at];
        return values === undefined ? [] : [{ id, namespace: caller.tenantId, values }];
      });
      return (await index.upsert(vectors)) ? { kept: pieces } : LATER;
    },
    takes: async (text) => Array.isArray(await embedTexts(caller, plan, [text])),
  };
}

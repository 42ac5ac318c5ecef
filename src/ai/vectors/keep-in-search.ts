import type { Caller } from "../caller.ts";
import type { Outside } from "../providers/call-provider.ts";
import { guessTokens } from "../providers/count-tokens.ts";
import { instanceOf, type Instance } from "./ai-search/instance.ts";
import { reviewItems } from "./ai-search/review-items.ts";
import { uploadItems } from "./ai-search/upload-items.ts";
import { meterTexts } from "./meter-texts.ts";
import type { PieceStore } from "./piece-store.ts";
import type { SearchPlan } from "./plan.ts";

/** The instance of the caller's tenant; undefined without the binding. */
export function openInstance(
  { env, tenantId }: Caller,
  { index, space }: SearchPlan,
  outside: Outside,
): Instance | undefined {
  const { AI_SEARCH: binding } = env;
  return binding && instanceOf({ binding, outside, name: index.name }, tenantId, space);
}

/** Pieces that AI Search makes vectors of, which is paid as if we made them. */
export function keepInSearch(caller: Caller, plan: SearchPlan): PieceStore | undefined {
  const { provider, index } = plan;
  const { model } = index;
  const { platform, tenantId } = caller;
  const instance = openInstance(caller, plan, platform);
  if (instance === undefined) return undefined;
  return {
    model,
    add: async (pieces) => {
      const texts = pieces.map(({ text }) => text);
      const kept = await meterTexts(caller, { provider, model, texts }, async (outside, hidden) => {
        const items = pieces.map(({ id }, at) => ({ id, text: hidden[at] ?? "" }));
        const uploaded = await uploadItems({ ...instance, outside }, model, items);
        if (uploaded.isFull) {
          const reason = "AI Search takes no more instances in this account.";
          platform.log({ level: "error", event: "vectors_failed", tenantId, reason });
        }
        if (uploaded.kept.length === 0) return undefined;
        const tokens = guessTokens(uploaded.kept.map(({ text }) => text));
        return { value: uploaded.kept, tokens };
      });
      if (kept === undefined || "stopped" in kept) return { kept: [], stopped: "later" };
      return kept.length === pieces.length ? { kept } : { kept, stopped: "later" };
    },
    // It reads what it was sent after it has taken it, so it refuses nothing.
    takes: async () => true,
    review: async ({ failing }) => reviewItems(instance, failing, platform.now()),
  };
}

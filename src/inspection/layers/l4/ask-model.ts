import type { Requester } from "../../../ai/caller.ts";
import { completionBy } from "../../../ai/providers/complete-in-time.ts";
import { parseJson } from "../../../http/index.ts";
import { buildQuestion } from "./build-question.ts";
import { cleanRationale } from "./clean-rationale.ts";
import { opinion, type AskModel, type Opinion } from "./opinion.ts";

/** The time for the whole layer, with all models and tries. */
const DEADLINE_MS = 3_000;
/** How often a model is asked: again if its answer has another shape. */
const MOST_SHAPES = 2;
/**
 * The pattern has no `\s*` of its own: beside a part that takes blanks too it made a hostile answer
 * cubic.
 */
const FENCED = /^```(?:json)?([\s\S]*)```$/;

/** Gives the function that asks the configured models; undefined if there is none. */
export async function modelOf(requester: Requester): Promise<AskModel | undefined> {
  const complete = await completionBy(requester, DEADLINE_MS);
  if (complete === undefined) return undefined;
  return async (question) => {
    const prompt = buildQuestion(question);
    for (let turn = 0; turn < MOST_SHAPES; turn += 1) {
      const text = await complete(prompt);
      if (text === undefined) return undefined;
      const read = readOpinion(text);
      if (read !== undefined) return read;
    }
    return undefined;
  };
}

function readOpinion(text: string): Opinion | undefined {
  const bare = text.trim();
  const read = opinion().safeParse(parseJson(FENCED.exec(bare)?.[1] ?? bare));
  if (!read.success) return undefined;
  const rationale = cleanRationale(read.data.rationale);
  return rationale === "" ? undefined : { ...read.data, rationale };
}

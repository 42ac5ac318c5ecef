import { UNBROKEN } from "../../reading/unbroken.ts";
import { UNAVAILABLE, type Layer } from "../layer.ts";
import type { AskModel, Opinion, Question } from "./opinion.ts";

/** Below this the layers before are sure enough that there is nothing to ask or to explain. */
const ASKED_FROM = 25;
/** With fewer words, a model makes up what it does not know. */
const FEWEST_WORDS = 4;
/** Where no blanks part words, each letter passes for one. */
const BETWEEN_WORDS = new RegExp(`\\s+|(?<=${UNBROKEN})`, "v");

export interface Consulted {
  layer: Layer;
  opinion: Opinion | undefined;
}

/** The fourth layer, where there is one and it has something to say. */
export async function consult(
  askModel: AskModel | undefined,
  score: number,
  question: Question,
): Promise<Consulted> {
  if (askModel === undefined) return silent(UNAVAILABLE);
  if (score < ASKED_FROM) return silent("skipped_confident");
  if (question.text.split(BETWEEN_WORDS, FEWEST_WORDS).length < FEWEST_WORDS)
    return silent("skipped_short");
  const opinion = await askModel(question);
  if (opinion === undefined) return silent(UNAVAILABLE);
  const { score: own, signals } = opinion;
  return { layer: { layer: "L4", score: own, signals: [...new Set(signals)] }, opinion };
}

function silent(signal: string): Consulted {
  return { layer: { layer: "L4", score: 0, signals: [signal] }, opinion: undefined };
}

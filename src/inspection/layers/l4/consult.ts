import { UNBROKEN } from "../../reading/unbroken.ts";
import { UNAVAILABLE, type Layer } from "../layer.ts";
import type { AskModel, Opinion, Question } from "./opinion.ts";

/** Below this score the first three layers are sure enough that no model is asked. */
const ASKED_FROM = 25;
/** About a shorter text no model is asked, because it makes up what it does not know. */
const FEWEST_WORDS = 4;
/** In scripts without blanks between words each letter counts as a word. */
const BETWEEN_WORDS = new RegExp(`\\s+|(?<=${UNBROKEN})`, "v");

export interface Consulted {
  layer: Layer;
  opinion: Opinion | undefined;
}

/**
 * Asks the model about a message, if one is configured, the first layers are in doubt or flag it, and
 * the text is long enough.
 */
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

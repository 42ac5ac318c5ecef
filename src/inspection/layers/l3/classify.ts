import { detectLanguage } from "../../language/detect.ts";
import { probabilityOf } from "../../model/fuse.ts";
import type { Linear, Model, TextModel } from "../../model/open-model.ts";
import type { Reading } from "../../reading/read-message.ts";
import { Collector, GROUPS } from "./collector.ts";
import { collect } from "./features.ts";

interface Probabilities {
  clean: number;
  spam: number;
  phishing: number;
}

export interface Classification {
  probabilities: Probabilities;
  /** 0 to 100: how likely the message is not clean. */
  score: number;
  signals: string[];
  lang: string;
}

const SURE = 0.9;
const LIKELY = 0.5;
const collectors = new Map<number, Collector>();

/** The statistical layer: returns three calibrated probabilities, and the language of the text. */
export function classify(model: Model, reading: Reading): Classification {
  const text = reading.message.channel === "email" ? model.mail : model.short;
  const collector = collectorFor(text.bits);
  collect(reading, collector);
  const answers = answersOf(text, collector);
  const bad = probabilityOf(badOdds(text, answers));
  const phishing = bad * probabilityOf(oddsOf(text.phishing, answers));
  const probabilities = { clean: 1 - bad, spam: bad - phishing, phishing };
  return {
    probabilities,
    score: bad * 100,
    signals: signalsOf(probabilities),
    lang: detectLanguage(model.language, reading.text),
  };
}

function collectorFor(bits: number): Collector {
  const known = collectors.get(bits);
  if (known !== undefined) return known;
  const made = new Collector(bits);
  collectors.set(bits, made);
  return made;
}

/** Returns for each question the sum of its weights over the features of the message. */
function answersOf({ columns, weights }: TextModel, collector: Collector): Float64Array {
  const { ids, ends } = collector;
  const totals = new Float64Array(columns);
  let from = 0;
  for (let group = 0; group < GROUPS; group++) {
    const end = ends[group] ?? 0;
    const value = collector.valueOf(group);
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      // Weights are whole numbers, and so is their sum; by the `| 0` the engine adds them as such.
      for (let i = from; i < end; i++)
        sum = (sum + (weights[(ids[i] ?? 0) * columns + column] ?? 0)) | 0;
      totals[column] = (totals[column] ?? 0) + sum * value;
    }
    from = Math.max(from, end);
  }
  return totals;
}

/**
 * Mixes the answers of two models. The second one counts as much as the message is like those that it
 * was trained with.
 */
function badOdds({ bad, archive }: TextModel, answers: Float64Array): number {
  const own = oddsOf(bad, answers);
  if (archive === undefined) return own;
  const share = probabilityOf(oddsOf(archive.likeness, answers));
  return share * oddsOf(archive.bad, answers) + (1 - share) * own;
}

function oddsOf({ column, scale, bias, slope, offset }: Linear, answers: Float64Array): number {
  return slope * ((answers[column] ?? 0) * scale + bias) + offset;
}

function signalsOf({ clean, spam, phishing }: Probabilities): string[] {
  const bad = 1 - clean;
  if (bad < LIKELY) return [];
  const kind = phishing >= spam ? "phishing" : "spam";
  return [bad >= SURE ? `wording_${kind}` : `wording_like_${kind}`];
}

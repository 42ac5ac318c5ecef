import { detectLanguage } from "../../language/detect.ts";
import type { Linear, Model } from "../../model/open-model.ts";
import { readMessage, type Message, type Reading } from "../l1/read-message.ts";
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

/** The statistical layer: three calibrated probabilities, and the language of the text. */
export function classify(
  model: Model,
  message: Message,
  reading: Reading = readMessage(message),
): Classification {
  const text = message.channel === "email" ? model.mail : model.short;
  const collector = collectorFor(text.bits);
  collect(reading, collector);
  const bad = probability(text.bad, collector);
  const phishing = bad * probability(text.phishing, collector);
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

function probability(linear: Linear, collector: Collector): number {
  return 1 / (1 + Math.exp(-(linear.slope * margin(linear, collector) + linear.offset)));
}

function margin(linear: Linear, collector: Collector): number {
  const { weights, scale } = linear;
  const { ids, ends } = collector;
  let total = 0;
  let from = 0;
  for (let group = 0; group < GROUPS; group++) {
    const end = ends[group] ?? 0;
    let sum = 0;
    for (let i = from; i < end; i++) sum += weights[ids[i] ?? 0] ?? 0;
    total += sum * collector.valueOf(group);
    from = Math.max(from, end);
  }
  return total * scale + linear.bias;
}

function signalsOf({ clean, spam, phishing }: Probabilities): string[] {
  const bad = 1 - clean;
  if (bad < LIKELY) return [];
  const kind = phishing >= spam ? "phishing" : "spam";
  return [bad >= SURE ? `wording_${kind}` : `wording_like_${kind}`];
}

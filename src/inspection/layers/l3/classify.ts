import { detectLanguage, UNDETERMINED } from "../../language/detect.ts";
import { probabilityOf } from "../../model/fuse.ts";
import type { Linear, Model, TextModel } from "../../model/open-model.ts";
import type { Reading } from "../../reading/read-message.ts";
import { chooseReaders } from "./choose-readers.ts";
import { collectForeign } from "./collect-foreign.ts";
import { Collector } from "./collector.ts";
import { collect } from "./features.ts";
import { foreignOdds, sharesOfBad } from "./foreign-odds.ts";
import { answersOf, sharesOf } from "./shares-of.ts";

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
  const shares = sharesOf(text, collector);
  const answers = answersOf(text, shares);
  const lang = detectLanguage(model.language, reading.text);
  const bad = probabilityOf(oddsIn(lang, model, reading, { text, shares, answers }));
  const phishing = bad * probabilityOf(oddsOf(text.phishing, answers));
  const probabilities = { clean: 1 - bad, spam: bad - phishing, phishing };
  return { probabilities, score: bad * 100, signals: signalsOf(probabilities), lang };
}

interface Said {
  text: TextModel;
  shares: Float64Array;
  answers: Float64Array;
}

/** The log-odds of bad, by the weights for the language of the message. */
function oddsIn(lang: string, model: Model, reading: Reading, said: Said): number {
  const { text, shares, answers } = said;
  const main = badOdds(text, answers);
  const { foreign } = text;
  const readers = foreign === undefined ? "main" : chooseReaders(model.language, reading, lang);
  if (foreign === undefined || readers === "main") return main;
  const collector = collectorFor(foreign.bits);
  collectForeign(reading, collector);
  const other = foreignOdds(foreign, collector, sharesOfBad(text, shares), lang === UNDETERMINED);
  return readers === "both" ? Math.max(main, other) : other;
}

function collectorFor(bits: number): Collector {
  const known = collectors.get(bits);
  if (known !== undefined) return known;
  const made = new Collector(bits);
  collectors.set(bits, made);
  return made;
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

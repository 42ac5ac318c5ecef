import {
  HEADER_FLOATS,
  LANGUAGES,
  LAYOUT,
  MODEL_VERSION,
} from "../../src/inspection/model/open-model.ts";
import type { Fitted } from "./fit-margin.ts";
import { LANGUAGE_BITS, type LanguageFit } from "./train-language.ts";
import type { TextFit } from "./train-text.ts";

const LARGEST = 127;
/** The few weights beyond this share of all are cut to it, so that one outlier does not coarsen the rest. */
const KEPT_SHARE = 0.99995;

/** The file of weights, as src/inspection/model/open-model.ts reads it. */
export function modelFile(short: TextFit, mail: TextFit, language: LanguageFit): Uint8Array {
  const header = new Float32Array(HEADER_FLOATS);
  const tables: Int8Array[] = [];
  header[0] = MODEL_VERSION;
  writeText(header, LAYOUT.SHORT_AT, short, tables);
  writeText(header, LAYOUT.MAIL_AT, mail, tables);
  const { table, scale } = quantise(language.weights);
  header[LAYOUT.LANGUAGE_AT] = LANGUAGE_BITS;
  header[LAYOUT.LANGUAGE_AT + 1] = scale;
  header.set(language.biases.subarray(0, LANGUAGES.length), LAYOUT.LANGUAGE_AT + 2);
  tables.push(table);
  const parts = [
    new Uint8Array(header.buffer),
    ...tables.map((each) => new Uint8Array(each.buffer)),
  ];
  return new Uint8Array(Buffer.concat(parts));
}

function writeText(header: Float32Array, at: number, fit: TextFit, tables: Int8Array[]): void {
  const linear = (from: number, { weights, bias }: Fitted, platt: number[]) => {
    const { table, scale } = quantise(weights);
    tables.push(table);
    header.set([scale, bias, platt[0] ?? 1, platt[1] ?? 0], from);
  };
  header[at] = fit.bits;
  linear(at + 1, fit.bad, fit.badPlatt);
  linear(at + 1 + LAYOUT.LINEAR_FLOATS, fit.phishing, fit.phishingPlatt);
  const [l1 = 0, l3 = 1, bias = 0] = fit.fusion;
  header.set([bias, l1, 0, l3, 0], at + 1 + 2 * LAYOUT.LINEAR_FLOATS);
}

function quantise(weights: Float64Array): { table: Int8Array; scale: number } {
  const sizes = weights.map((weight) => Math.abs(weight)).sort();
  const scale = (sizes[Math.floor(sizes.length * KEPT_SHARE)] ?? 1) / LARGEST;
  const clip = (value: number) => Math.max(-LARGEST, Math.min(LARGEST, Math.round(value)));
  return { table: Int8Array.from(weights, (weight) => clip(weight / scale)), scale };
}

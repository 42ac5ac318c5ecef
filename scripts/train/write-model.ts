import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import {
  HEADER_FLOATS,
  LANGUAGES,
  LAYOUT,
  MODEL_VERSION,
  openModel,
} from "../../src/inspection/model/open-model.ts";
import type { Fitted } from "./fit-margin.ts";
import { LANGUAGE_BITS, type LanguageFit } from "./train-language.ts";
import type { ForeignFit } from "./train-foreign.ts";
import type { TextFit } from "./train-text.ts";

const LARGEST = 127;
/**
 * How many steps a text weight has to either side. With fewer, more of the small weights are zero, and
 * the file packs well.
 */
const TEXT_STEPS = 28;
/**
 * The few weights beyond this share of all are cut to it, so that one outlier does not make the others
 * coarser.
 */
const KEPT_SHARE = 0.99995;

/**
 * Huffman coding alone: hardly anything in a table repeats, and to look for repetitions makes the file
 * a fourteenth larger.
 */
const PACKING = { strategy: constants.Z_HUFFMAN_ONLY, memLevel: constants.Z_MAX_MEMLEVEL };

/** Makes the file of weights, as src/inspection/model/open-model.ts reads it. */
export function modelFile(short: TextFit, mail: TextFit, language: LanguageFit): Uint8Array {
  const header = new Float32Array(HEADER_FLOATS);
  const tables: Int8Array[] = [];
  header[0] = MODEL_VERSION;
  writeText(header, LAYOUT.SHORT_AT, short, tables);
  writeText(header, LAYOUT.MAIL_AT, mail, tables);
  const { table, scale } = quantise(language.weights, LARGEST);
  header[LAYOUT.LANGUAGE_AT] = LANGUAGE_BITS;
  header[LAYOUT.LANGUAGE_AT + 1] = scale;
  header.set(language.biases.subarray(0, LANGUAGES.length), LAYOUT.LANGUAGE_AT + 2);
  tables.push(table);
  return pack(header, tables);
}

/**
 * Puts the weights for other languages into a file of weights, in the place of those that it has; all
 * others stay as they are.
 */
export function withForeign(file: Uint8Array, short: ForeignFit, mail: ForeignFit): Uint8Array {
  const copy = file.slice().buffer;
  const header = new Float32Array(copy, 0, HEADER_FLOATS);
  const model = openModel(file.slice().buffer);
  const main = [model.short, model.mail, model.language].map(({ weights }) => weights.length);
  const unpacked = inflateRawSync(new Uint8Array(copy, header.byteLength));
  const tables: Int8Array[] = [
    new Int8Array(
      unpacked.subarray(
        0,
        main.reduce((a, b) => a + b),
      ),
    ),
  ];
  const add = (at: number, { bits, machine, shares, platt }: ForeignFit) => {
    const { table, scale } = quantise(machine.weights, TEXT_STEPS);
    header.set([bits, scale, machine.bias, ...platt, ...shares], at);
    tables.push(table);
  };
  add(LAYOUT.FOREIGN_SHORT_AT, short);
  add(LAYOUT.FOREIGN_MAIL_AT, mail);
  return pack(header, tables);
}

function pack(header: Float32Array, tables: readonly Int8Array[]): Uint8Array {
  const unpacked = Buffer.concat(tables.map((each) => new Uint8Array(each.buffer)));
  const head = new Uint8Array(header.buffer, 0, header.byteLength);
  return new Uint8Array(Buffer.concat([head, deflateRawSync(unpacked, PACKING)]));
}

function writeText(header: Float32Array, at: number, fit: TextFit, tables: Int8Array[]): void {
  const { machines, platt } = fit;
  const linears: [Fitted, readonly [number, number]][] = [
    [machines.bad, platt.bad],
    [machines.phishing, platt.phishing],
  ];
  if (machines.archive !== undefined && platt.archive !== undefined) {
    linears.push([machines.archive.bad, platt.archive.bad]);
    linears.push([machines.archive.likeness, platt.archive.likeness]);
  }
  const columns = linears.map(([{ weights, bias }, [slope, offset]], column) => {
    const { table, scale } = quantise(weights, TEXT_STEPS);
    header.set([scale, bias, slope, offset], at + 1 + column * LAYOUT.LINEAR_FLOATS);
    return table;
  });
  header[at] = fit.bits;
  tables.push(besideEachOther(columns));
  const [l1 = 0, l3 = 1, bias = 0] = fit.fusion;
  header.set([bias, l1, 0, l3, 0], at + LAYOUT.FUSION_AT);
}

/** Puts the weights of one feature for all questions together, so that a reader looks in one place. */
function besideEachOther(columns: readonly Int8Array[]): Int8Array {
  const rows = columns[0]?.length ?? 0;
  return Int8Array.from({ length: rows * columns.length }, (_, at) => {
    const row = Math.floor(at / columns.length);
    return columns[at % columns.length]?.[row] ?? 0;
  });
}

function quantise(weights: Float64Array, largest: number): { table: Int8Array; scale: number } {
  const sizes = weights.map((weight) => Math.abs(weight)).sort();
  const scale = (sizes[Math.floor(sizes.length * KEPT_SHARE)] ?? 1) / largest;
  const clip = (value: number) => Math.max(-largest, Math.min(largest, Math.round(value)));
  return { table: Int8Array.from(weights, (weight) => clip(weight / scale)), scale };
}

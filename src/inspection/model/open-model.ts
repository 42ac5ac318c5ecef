import { inflateRawSync } from "../../platform/index.ts";

/** Languages that the model tells apart, in the order of its weights. */
export const LANGUAGES = [
  "es",
  "pt",
  "en",
  "fr",
  "it",
  "de",
  "ca",
  "gl",
  "nl",
  "pl",
  "ro",
  "sv",
  "tr",
] as const;
export type Language = (typeof LANGUAGES)[number];

export const HEADER_FLOATS = 128;
export const MODEL_VERSION = 4;
/** More than the tables of any file of ours. A damaged file must not be unpacked without end. */
const MAX_TABLES = 4 * 1024 * 1024;

/**
 * One linear question: the column of its weights, its bias, and the two numbers that make log-odds of
 * its answer.
 */
export interface Linear {
  /** The column of the table. The weights of one feature for all questions stand together. */
  column: number;
  scale: number;
  bias: number;
  slope: number;
  offset: number;
}

/**
 * The weights of the layers' log-odds in the fused score. L2 and L4 stay at zero until they are fitted
 * with the route.
 */
export interface Fusion {
  bias: number;
  layers: readonly [number, number, number, number];
}

/**
 * A second model, for messages like those of the public collections, and the question how much a
 * message is like them.
 */
interface Archive {
  bad: Linear;
  likeness: Linear;
}

export interface TextModel {
  bits: number;
  columns: number;
  weights: Int8Array;
  bad: Linear;
  phishing: Linear;
  archive: Archive | undefined;
  fusion: Fusion;
  foreign: ForeignModel | undefined;
}

/**
 * The weights for messages in other languages: of features of their own, and of what each group of
 * the main features adds to the first question.
 */
export interface ForeignModel {
  bits: number;
  weights: Int8Array;
  bad: Linear;
  /** What the groups weigh: first in Latin letters, then in other scripts. */
  shares: Float32Array;
}

export interface LanguageModel {
  bits: number;
  weights: Int8Array;
  scale: number;
  biases: Float32Array;
}

export interface Model {
  short: TextModel;
  mail: TextModel;
  language: LanguageModel;
}

const LINEAR_FLOATS = 4;
const FUSION_FLOATS = 5;
/**
 * The questions of a text model: clean or not, phishing or spam, and with an archive the first question
 * once more and likeness.
 */
const LINEARS = 4;
const FUSION_AT = 1 + LINEARS * LINEAR_FLOATS;
const TEXT_FLOATS = FUSION_AT + FUSION_FLOATS;
const SHORT_AT = 1;
const MAIL_AT = SHORT_AT + TEXT_FLOATS;
const LANGUAGE_AT = MAIL_AT + TEXT_FLOATS;
/** The groups of features by whose shares in the main answer other languages are read. */
export const FOREIGN_SHARES = 12;
const FOREIGN_FLOATS = 1 + LINEAR_FLOATS + 2 * FOREIGN_SHARES;
const FOREIGN_SHORT_AT = LANGUAGE_AT + 2 + LANGUAGES.length;
const FOREIGN_MAIL_AT = FOREIGN_SHORT_AT + FOREIGN_FLOATS;

export const LAYOUT = {
  SHORT_AT,
  MAIL_AT,
  LANGUAGE_AT,
  LINEAR_FLOATS,
  FUSION_AT,
  FOREIGN_SHORT_AT,
  FOREIGN_MAIL_AT,
} as const;

/**
 * Opens a model: unpacks the tables, which stand compressed behind the header, and makes views of them.
 */
export function openModel(file: ArrayBuffer): Model {
  const header = new Float32Array(file, 0, HEADER_FLOATS);
  if (header[0] !== MODEL_VERSION)
    throw new Error(`inspection model version ${header[0]} is unknown`);
  const packed = new Uint8Array(file, HEADER_FLOATS * Float32Array.BYTES_PER_ELEMENT);
  const { buffer, byteOffset } = inflateRawSync(packed, { maxOutputLength: MAX_TABLES });
  let at = byteOffset;
  const take = (length: number) => {
    const view = new Int8Array(buffer, at, length);
    at += length;
    return view;
  };
  const short = openText(header, SHORT_AT, take);
  const mail = openText(header, MAIL_AT, take);
  const bits = header[LANGUAGE_AT] ?? 0;
  const language: LanguageModel = {
    bits,
    scale: header[LANGUAGE_AT + 1] ?? 0,
    biases: header.subarray(LANGUAGE_AT + 2, LANGUAGE_AT + 2 + LANGUAGES.length),
    weights: take(LANGUAGES.length << bits),
  };
  return {
    short: { ...short, foreign: openForeign(header, FOREIGN_SHORT_AT, take) },
    mail: { ...mail, foreign: openForeign(header, FOREIGN_MAIL_AT, take) },
    language,
  };
}

type Take = (length: number) => Int8Array;

/** Opens the weights for other languages; a file that was trained without them has none. */
function openForeign(header: Float32Array, at: number, take: Take): ForeignModel | undefined {
  const [bits = 0, scale = 0, bias = 0, slope = 0, offset = 0] = header.subarray(at);
  if (bits === 0) return undefined;
  const from = at + 1 + LINEAR_FLOATS;
  return {
    bits,
    weights: take(1 << bits),
    bad: { column: 0, scale, bias, slope, offset },
    shares: header.subarray(from, from + 2 * FOREIGN_SHARES),
  };
}

function openText(header: Float32Array, at: number, take: Take): Omit<TextModel, "foreign"> {
  const bits = header[at] ?? 0;
  const linear = (column: number): Linear => {
    const [scale = 0, bias = 0, slope = 0, offset = 0] = header.subarray(
      at + 1 + column * LINEAR_FLOATS,
    );
    return { column, scale, bias, slope, offset };
  };
  const [bad, phishing, old, likeness] = [linear(0), linear(1), linear(2), linear(3)];
  const archive = old.scale === 0 ? undefined : { bad: old, likeness };
  const columns = archive === undefined ? 2 : LINEARS;
  const [bias = 0, l1 = 0, l2 = 0, l3 = 0, l4 = 0] = header.subarray(at + FUSION_AT);
  const fusion: Fusion = { bias, layers: [l1, l2, l3, l4] };
  return { bits, columns, weights: take(columns << bits), bad, phishing, archive, fusion };
}

import { describe, expect, it } from "vitest";
import { dot, vectorsOf } from "../../scripts/train/vectors.ts";
import { LANGUAGE_BITS } from "../../scripts/train/train-language.ts";
import type { TextFit } from "../../scripts/train/train-text.ts";
import { modelFile } from "../../scripts/train/write-model.ts";
import { seeded } from "../../scripts/train/random.ts";
import { classify } from "../../src/inspection/layers/l3/classify.ts";
import { readMessage, type Message } from "../../src/inspection/reading/read-message.ts";
import { LANGUAGES, openModel } from "../../src/inspection/model/open-model.ts";

const BITS = 12;
const SIZE = 1 << BITS;
const CERTAIN = 60;

const SMS: Message = {
  channel: "sms",
  sender: "+34600111222",
  body: "Your parcel is waiting. Pay the fee of 1.99 at https://parcel-fee.example/p today.",
};
const MAIL: Message = { ...SMS, channel: "email", subject: "Your parcel" };

function machine(seed: number, bias = 0) {
  const random = seeded(seed);
  return { weights: Float64Array.from({ length: SIZE }, () => random() - 0.5), bias };
}

const says = (bias: number) => ({ weights: new Float64Array(SIZE).fill(1e-9), bias });
const own = machine(1, 0.2);
const old = machine(2, -0.3);
const kinds = machine(3);

function fitOf(archive: TextFit["machines"]["archive"]): TextFit {
  const platt = { bad: [1.5, 0.1], likeness: [2, 0] } as const;
  return {
    bits: BITS,
    machines: { bad: own, phishing: kinds, archive },
    platt: { bad: [2, -0.4], phishing: [1, 0], archive: archive && platt },
    fusion: [0, 1, 0],
    held: [],
  };
}

/** The model as the product opens it, with or without a second reader of short messages. */
function open(archive: TextFit["machines"]["archive"]) {
  const language = {
    weights: new Float64Array(LANGUAGES.length << LANGUAGE_BITS),
    biases: new Float64Array(LANGUAGES.length),
  };
  const file = modelFile(fitOf(archive), fitOf(undefined), language);
  return openModel(new Uint8Array(file).buffer);
}

function marginOf({ weights, bias }: { weights: Float64Array; bias: number }, message: Message) {
  const [vector] = vectorsOf([message], BITS);
  return vector === undefined ? Number.NaN : dot(weights, vector) + bias;
}

const scoreOf = (odds: number) => 100 / (1 + Math.exp(-odds));
const ownScore = (message: Message) => scoreOf(2 * marginOf(own, message) - 0.4);
const oldScore = (message: Message) => scoreOf(1.5 * marginOf(old, message) + 0.1);

/** The file holds rounded weights. */
const NEAR = 0;

describe("the score of a message", () => {
  it("is that of the only reader if the model has one", () => {
    const { score } = classify(open(undefined), readMessage(SMS));
    expect(score).toBeCloseTo(ownScore(SMS), NEAR);
  });

  it("is that of the second reader for a text like the archive, and of the first for any other", () => {
    const like = classify(open({ bad: old, likeness: says(CERTAIN) }), readMessage(SMS));
    const unlike = classify(open({ bad: old, likeness: says(-CERTAIN) }), readMessage(SMS));
    expect(like.score).toBeCloseTo(oldScore(SMS), NEAR);
    expect(unlike.score).toBeCloseTo(ownScore(SMS), NEAR);
    expect(Math.abs(like.score - unlike.score)).toBeGreaterThan(2);
  });

  it("is in the middle of both readers' log-odds for a text between the two", () => {
    const { score } = classify(open({ bad: old, likeness: says(0) }), readMessage(SMS));
    const odds = (2 * marginOf(own, SMS) - 0.4 + 1.5 * marginOf(old, SMS) + 0.1) / 2;
    expect(score).toBeCloseTo(scoreOf(odds), NEAR);
  });

  it("is that of the reader of mail for a mail", () => {
    const { score } = classify(open({ bad: old, likeness: says(CERTAIN) }), readMessage(MAIL));
    expect(score).toBeCloseTo(ownScore(MAIL), NEAR);
  });
});

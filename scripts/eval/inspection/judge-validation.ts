import { openModel, type Model } from "../../../src/inspection/model/open-model.ts";
import { readOwn } from "../../train/read-own.ts";
import { readPublic } from "../../train/read-public.ts";
import { readSamples } from "../../train/read-samples.ts";
import { isValidation, type Sample } from "../../train/samples.ts";
import { MAIL, SHORT } from "../../train/text-kinds.ts";
import { trainLanguage } from "../../train/train-language.ts";
import { trainText } from "../../train/train-text.ts";
import { modelFile } from "../../train/write-model.ts";
import { committed, judge, type Judged } from "./judge.ts";

interface Validation {
  own: Judged[];
  sms: Judged[];
  mail: Judged[];
}

export const NO_VALIDATION: Validation = { own: [], sms: [], mail: [] };

/**
 * Judges the validation part by a model that is trained for this, because the committed one has learned
 * from that part too.
 */
export function judgeValidation(folder: string): Validation {
  const started = performance.now();
  const unseen = trainUnseen(folder);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`Validation: by a model trained for this without it, in ${seconds} s.\n`);
  const judged = (samples: Sample[]) =>
    samples.filter(isValidation).map((sample) => judge(unseen, sample));
  return {
    own: judged(readOwn()),
    sms: judged(readPublic(folder, "sms")),
    mail: judged(readPublic(folder, "mail")),
  };
}

/**
 * Trains a model as `npm run train` does, but from the training part alone; its languages are those of
 * the committed model.
 */
function trainUnseen(folder: string): Model {
  const samples = readSamples(folder).filter((sample) => !isValidation(sample));
  const texts = [trainText(samples, SHORT), trainText(samples, MAIL)] as const;
  const file = modelFile(...texts, trainLanguage([]));
  return { ...openModel(new Uint8Array(file).buffer), language: committed.language };
}

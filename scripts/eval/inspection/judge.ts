import "../../suffixes/open-rules.ts";
import "../../train/open-brands.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMessage } from "../../../src/inspection/reading/read-message.ts";
import { scoreForm } from "../../../src/inspection/layers/l1/score-form.ts";
import { classifyWorst } from "../../../src/inspection/layers/classify-worst.ts";
import { weightOf } from "../../../src/inspection/layers/l3/says-little.ts";
import { fusedOdds, probabilityOf } from "../../../src/inspection/model/fuse.ts";
import { openModel, type Model } from "../../../src/inspection/model/open-model.ts";
import type { Label, Sample } from "../../train/samples.ts";

const file = readFileSync(join(import.meta.dirname, "../../../src/inspection/model/weights.bin"));
export const committed = openModel(new Uint8Array(file).buffer);

export interface Judged {
  sample: Sample;
  model: Model;
  bad: boolean;
  /** The fused score of L1 and L3, 0 to 1, and the probability of L3 alone. */
  score: number;
  l3: number;
  l1: number;
  verdict: Label;
  /** What it is called if it is bad. */
  kind: Label;
  lang: string;
  signals: string[];
}

export function judge(model: Model, sample: Sample): Judged {
  const { message } = sample;
  const reading = readMessage(message);
  const form = scoreForm(reading);
  const text = classifyWorst(model, reading, false);
  const { probabilities, lang, signals } = text;
  const { fusion } = message.channel === "email" ? model.mail : model.short;
  const fused = probabilityOf(
    fusedOdds(fusion, [form.score, undefined, weightOf(text), undefined]),
  );
  const kind = probabilities.phishing >= probabilities.spam ? "phishing" : "spam";
  return {
    sample,
    model,
    bad: sample.label !== "clean",
    score: fused,
    l3: 1 - probabilities.clean,
    l1: form.score,
    verdict: fused >= 0.5 ? kind : "clean",
    kind,
    lang,
    signals: [...form.signals, ...signals],
  };
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FEATURES } from "../../src/ai/knowledge/search/confidence.ts";
import { confidenceCases, type Case } from "./confidence-cases.ts";
import { findRetrievalData, readSciFact, readXquad } from "./retrieval-sets.ts";

const OUT = join(
  import.meta.dirname,
  "..",
  "..",
  "src",
  "ai",
  "knowledge",
  "search",
  "confidence.json",
);
const ROUNDS = 6_000;
const RATE = 0.5;
const RIDGE = 1e-4;
const FILLER_EVERY = 5;

/** Fits the weights of the confidence on the tuning side alone, and writes them down. */
function main(): void {
  const folder = findRetrievalData();
  if (folder === undefined) throw new Error("The public retrieval data is not at hand.");
  const filler = readSciFact(folder).documents.filter((_document, at) => at % FILLER_EVERY === 0);
  const cases = (["en", "es"] as const).flatMap((language) => {
    const set = readXquad(folder, language);
    return [...confidenceCases(set, "tuning", []), ...confidenceCases(set, "tuning", filler)];
  });
  const weights = fit(cases);
  writeFileSync(OUT, `${JSON.stringify(weights, null, 2)}\n`);
  console.log(`${cases.length} cases`, weights);
}

/** Logistic regression by plain gradient descent on standardised features. */
function fit(cases: Case[]): Record<string, number> {
  const stats = FEATURES.map((feature) => {
    const values = cases.map(({ support }) => support[feature]);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const spread = Math.sqrt(
      values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length,
    );
    return { mean, spread: spread || 1 };
  });
  const rows = cases.map(({ support }) =>
    FEATURES.map(
      (feature, at) => (support[feature] - (stats[at]?.mean ?? 0)) / (stats[at]?.spread ?? 1),
    ),
  );
  const weights = descend(
    rows,
    cases.map(({ answerable }) => Number(answerable)),
  );
  const plain = FEATURES.map((_, at) => (weights[at] ?? 0) / (stats[at]?.spread ?? 1));
  const bias = plain.reduce(
    (sum, weight, at) => sum - weight * (stats[at]?.mean ?? 0),
    weights[FEATURES.length] ?? 0,
  );
  const entries = FEATURES.map((feature, at) => [feature, round(plain[at] ?? 0)] as const);
  return { bias: round(bias), ...Object.fromEntries(entries) };
}

function descend(rows: number[][], labels: number[]): number[] {
  const weights = Array.from({ length: FEATURES.length + 1 }, () => 0);
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const slope = weights.map((weight, at) => (at < FEATURES.length ? RIDGE * weight : 0));
    for (const [row, values] of rows.entries()) {
      let sum = weights[FEATURES.length] ?? 0;
      for (const [at, value] of values.entries()) sum += (weights[at] ?? 0) * value;
      const miss = (1 / (1 + Math.exp(-sum)) - (labels[row] ?? 0)) / rows.length;
      for (const [at, value] of values.entries()) slope[at] = (slope[at] ?? 0) + miss * value;
      slope[FEATURES.length] = (slope[FEATURES.length] ?? 0) + miss;
    }
    for (const [at, step] of slope.entries()) weights[at] = (weights[at] ?? 0) - RATE * step;
  }
  return weights;
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

main();

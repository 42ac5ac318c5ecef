import type { Judged } from "./judge.ts";

export interface AtLimit {
  recall: number;
  f1: number;
  fpr: number;
  threshold: number;
}

/**
 * The best result of a threshold at which no more than `limit` of the clean messages are taken for bad.
 */
export function atFalsePositives<T extends { bad: boolean }>(
  rows: readonly T[],
  limit: number,
  score: (row: T) => number,
): AtLimit {
  const clean = rows
    .filter((row) => !row.bad)
    .map(score)
    .sort((a, b) => b - a);
  const allowed = Math.floor(clean.length * limit);
  const threshold = clean[allowed] ?? 0;
  const caught = rows.filter((row) => row.bad && score(row) > threshold).length;
  const bad = rows.length - clean.length;
  const wrong = clean.filter((value) => value > threshold).length;
  return {
    recall: caught / bad,
    f1: f1Of(caught, wrong, bad - caught),
    fpr: wrong / clean.length,
    threshold,
  };
}

export interface Verdicts {
  clean: number;
  bad: number;
  fpr: number;
  recall: number;
  f1: number;
  phishingF1: number;
}

/** How good the verdicts are as they are given, at a score of 50. */
export function verdictsOf(rows: readonly Judged[]): Verdicts {
  const bad = rows.filter((row) => row.bad);
  const clean = rows.filter((row) => !row.bad);
  const caught = bad.filter((row) => row.verdict !== "clean").length;
  const wrong = clean.filter((row) => row.verdict !== "clean").length;
  const phishing = rows.filter((row) => row.sample.label === "phishing");
  const named = rows.filter((row) => row.verdict === "phishing");
  const both = phishing.filter((row) => row.verdict === "phishing").length;
  return {
    clean: clean.length,
    bad: bad.length,
    fpr: wrong / clean.length,
    recall: caught / bad.length,
    f1: f1Of(caught, wrong, bad.length - caught),
    phishingF1: f1Of(both, named.length - both, phishing.length - both),
  };
}

function f1Of(hits: number, wrong: number, missed: number): number {
  return hits === 0 ? 0 : (2 * hits) / (2 * hits + wrong + missed);
}

/** How often messages of a score were really bad, by tenths of the score. */
export function reliability(
  rows: readonly Judged[],
): { score: string; messages: number; mean: string; bad: string }[] {
  return Array.from({ length: 10 }, (_, i) => {
    const inside = rows.filter((row) => Math.min(9, Math.floor(row.score * 10)) === i);
    const mean = inside.reduce((sum, row) => sum + row.score, 0) / inside.length;
    const bad = inside.filter((row) => row.bad).length / inside.length;
    return {
      score: `${i * 10}-${i * 10 + 10}`,
      messages: inside.length,
      mean: percent(mean),
      bad: percent(bad),
    };
  });
}

export function percent(share: number, digits = 1): string {
  return Number.isFinite(share) ? `${(share * 100).toFixed(digits)} %` : "-";
}

import type { Support } from "../../src/ai/knowledge/search/confidence.ts";
import { Remembered } from "../../src/ai/knowledge/search/remembered.ts";
import { search } from "../../src/ai/knowledge/search/search.ts";
import type { NewDocument } from "../../src/ai/knowledge/write-document.ts";
import { indexDocuments } from "./index-set.ts";
import type { RetrievalSet } from "./retrieval-sets.ts";

export interface Case {
  support: Support;
  score: number;
  answerable: boolean;
}

/** The side of an article: weights are chosen on "tuning", figures come from "report". */
export function sideOf(article: number): "tuning" | "report" {
  return article % 2 === 0 ? "tuning" : "report";
}

/**
 * Asks every question of one side while only half of its articles are indexed, so that about half of
 * the questions have no answer. Each half takes its turn.
 */
export function confidenceCases(
  set: RetrievalSet,
  side: "tuning" | "report",
  filler: NewDocument[],
): Case[] {
  const cases: Case[] = [];
  for (const half of [0, 1]) {
    const kept = (article: number) => Math.floor(article / 2) % 2 === half;
    const documents = set.documents.filter(
      ({ article }) => sideOf(article) === side && kept(article),
    );
    const sql = indexDocuments([...documents, ...filler]);
    const remembered = new Remembered();
    for (const { text, article } of set.questions) {
      if (sideOf(article) !== side) continue;
      const [best] = search(sql, remembered, { query: text, top: 1, now: 0 }).hits;
      if (best === undefined) continue;
      cases.push({ support: best.support, score: best.score, answerable: kept(article) });
    }
  }
  return cases;
}

import { describe, expect, it } from "vitest";
import { indexDocuments } from "../../scripts/eval/index-set.ts";
import { reciprocalRanks } from "../../scripts/eval/reciprocal-ranks.ts";
import { aDocument } from "../../scripts/eval/retrieval-sets.ts";
import { Remembered } from "../../src/ai/knowledge/search/remembered.ts";
import { search } from "../../src/ai/knowledge/search/search.ts";

const TEXTS = {
  lead: "Teresa Almeida leads the network team in Porto since 2019.",
  team: "The team in Lisbon has a network of its own.",
  fruit: "Bananas are shipped on Mondays.",
  heart: "A cardiologist treats the heart.",
};
const SURE = "Who leads the network team in Porto?";
const UNSURE = "medicina cardiaca";

const sql = indexDocuments(
  Object.entries(TEXTS).map(([id, text]) => aDocument(id, "", text, "en")),
);
const chunks = new Map(
  sql
    .all<{ id: number; document: string }>("SELECT id, document_id AS document FROM chunks")
    .map(({ id, document }) => [document, id]),
);

function near(...documents: (keyof typeof TEXTS)[]) {
  return documents.map((document, at) => ({
    chunkId: chunks.get(document) ?? 0,
    score: 0.9 - at / 10,
  }));
}

function ask(query: string, ...documents: (keyof typeof TEXTS)[]) {
  const order = { query, top: 4, now: 0, language: "en" as const };
  return search(sql, new Remembered(), { ...order, near: near(...documents) });
}

const idsOf = ({ hits }: ReturnType<typeof ask>) => hits.map(({ piece }) => piece.document_id);

describe("a search by words and by vectors", () => {
  it("keeps a sure match by words first, though vectors and reciprocal ranks put another first", () => {
    const byWords = idsOf(ask(SURE));
    expect(byWords.slice(0, 2)).toEqual(["lead", "team"]);
    expect(idsOf(ask(SURE, "team", "fruit"))[0]).toBe("lead");
    const places = reciprocalRanks(
      byWords.map((id) => chunks.get(id) ?? 0),
      near("team", "fruit").map(({ chunkId }) => chunkId),
    );
    expect(places[0]).toBe(chunks.get("team"));
  });

  it("is ordered by vectors if no word matches, with a low score", () => {
    expect(idsOf(ask(UNSURE))).toEqual([]);
    const found = ask(UNSURE, "heart", "fruit");
    expect(idsOf(found)).toEqual(["heart", "fruit"]);
    expect(found.hits[0]?.score).toBeLessThan(0.2);
  });

  it("returns the order and the scores of the words if no vector matches", () => {
    const order = { query: SURE, top: 4, now: 0, language: "en" as const };
    expect(ask(SURE)).toEqual(search(sql, new Remembered(), order));
  });

  it("has falling scores, of which the first is the best match's score by words", () => {
    const scores = ask(SURE, "team", "heart", "fruit").hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[0]).toBe(ask(SURE).hits[0]?.score);
  });
});

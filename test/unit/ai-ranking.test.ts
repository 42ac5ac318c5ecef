import { describe, expect, it } from "vitest";
import { nodeSql } from "../../scripts/eval/node-sql.ts";
import { makeTables } from "../../src/ai/knowledge/make-tables.ts";
import { putDocument } from "../../src/ai/knowledge/put-document.ts";
import {
  findCandidates,
  RERANKED,
  type Candidate,
} from "../../src/ai/knowledge/search/find-candidates.ts";
import { readQuery } from "../../src/ai/knowledge/search/read-query.ts";
import { Remembered } from "../../src/ai/knowledge/search/remembered.ts";
import { rerank } from "../../src/ai/knowledge/search/rerank.ts";
import { search, type Search } from "../../src/ai/knowledge/search/search.ts";

const QUERY = "green widget";
const GOOD = "The widget of the north is painted green.";
const CLOSE = "The widget of the north is painted green again.";
const NEARLY = "The widget of the north is painted green by the team of the harbour in winter.";

/** A store with a document for each text; the ids of their pieces count from one. */
function aStoreOf(...texts: string[]) {
  const sql = nodeSql();
  makeTables(sql);
  for (const [at, text] of texts.entries()) {
    const id = `d${at + 1}`;
    const fields = { externalId: id, title: "", source: "wiki", url: null, tags: [] };
    const order = { ...fields, id, text, hash: id, mimeType: "text/plain" };
    putDocument(sql, { ...order, removed: 0, expiresAt: null, now: 1 }, () => ({
      risk: 0,
      rules: [],
    }));
  }
  return sql;
}

const OTHERS = Array.from({ length: 20 }, (_, at) => `A text about number ${at}.`);

/** The pieces in the order they are shown; the candidates are passed in reverse. */
function ranked(texts: string[], of = (candidate: Candidate) => [candidate]) {
  const sql = aStoreOf(...texts);
  const query = readQuery(sql, new Remembered(), QUERY, "en");
  const candidates = findCandidates(sql, query.wanted, { now: 2 }).flatMap(of);
  const shown = rerank(query, candidates.toReversed());
  return { ids: shown.map(({ candidate }) => candidate.id), ranks: shown.map(({ rank }) => rank) };
}

function ask(texts: string[], more: Partial<Search>) {
  const order = { query: QUERY, language: "en" as const, top: 5, now: 2, ...more };
  const found = search(aStoreOf(...texts), new Remembered(), order);
  const { hits, near } = found;
  return { near, ids: hits.map(({ piece }) => piece.id), scores: hits.map(({ score }) => score) };
}

describe("the order of search results", () => {
  it("has the older of two equal pieces first, whatever the order of the candidates", () => {
    expect(ranked([GOOD, GOOD, ...OTHERS]).ids).toEqual([1, 2]);
    const near = [2, 1].map((chunkId) => ({ chunkId, score: 0.9 }));
    expect(ask([GOOD, GOOD], { query: "zebra", near }).ids).toEqual([1, 2]);
  });

  it("lowers each further piece of a document by a fifth, behind nearly equal pieces of others", () => {
    const texts = [GOOD, GOOD, NEARLY, GOOD, ...OTHERS];
    const apart = ranked(texts);
    expect(apart.ids).toEqual([1, 2, 4, 3]);
    const [best = 0, , , nearly = 0] = apart.ranks;
    const ofOne = ranked(texts, (one) => [one.id === 3 ? one : { ...one, documentId: "d1" }]);
    expect(ofOne.ids).toEqual([1, 3, 2, 4]);
    expect(ofOne.ranks).toEqual([best, nearly, best * 0.8, best * 0.8 ** 2]);
  });

  it("is made of the hundred candidates that have most of the query's words", () => {
    const many = (one: Candidate) =>
      one.id === 1
        ? [one]
        : Array.from({ length: RERANKED }, (_, at) => ({
            ...one,
            id: at + 2,
            documentId: `x${at}`,
          }));
    const { ids } = ranked([GOOD, NEARLY, ...OTHERS], many);
    expect(ids).toEqual(Array.from({ length: RERANKED }, (_, at) => at + 1));
  });
});

describe("the figures of search results", () => {
  it("count as near only the vector matches whose piece is stored", () => {
    const near = [1, 99].map((chunkId) => ({ chunkId, score: 0.9 }));
    expect(ask([GOOD], { near })).toMatchObject({ near: 1, ids: [1] });
    expect(ask([GOOD], { near: near.slice(1) })).toMatchObject({ near: 0, ids: [1] });
  });

  it("give a favoured piece that is put before a better one the score of the better one", () => {
    const texts = [GOOD, CLOSE, ...OTHERS];
    const plain = ask(texts, {});
    expect(plain.ids).toEqual([1, 2]);
    const favoured = ask(texts, { favoured: ["d2"] });
    expect(favoured.ids).toEqual([2, 1]);
    expect(favoured.scores).toEqual([plain.scores[0], plain.scores[0]]);
  });
});

describe("a word of the other language", () => {
  it.each([
    ["es", "el billing de marzo", "What is billed goes to Anna."],
    ["en", "who has the ordenadores?", "El ordenador lo tiene Ana."],
  ] as const)("is found by its stem in that language: %s, %s", (language, query, text) => {
    const { ids } = ask([text, ...OTHERS], { query, language });
    expect(ids[0]).toBe(1);
  });

  it("is not searched for if the question's own language has the word", () => {
    // "teclados" is "tecl" in Spanish, "teclado" in English.
    const sql = aStoreOf(
      "Los teclados son de Ana, y con ellos se trabaja en la oficina.",
      ...OTHERS,
    );
    const { terms } = readQuery(sql, new Remembered(), "los teclados", "es");
    expect(terms.map(({ term }) => term)).toEqual(["tecl"]);
  });

  it("is not reported as a correction", () => {
    const sql = aStoreOf("They deploy it on Mondays.", ...OTHERS);
    const query = readQuery(sql, new Remembered(), "los deploys", "es");
    expect(query.corrected).toBeUndefined();
  });
});

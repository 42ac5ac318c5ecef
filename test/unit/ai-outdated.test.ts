import { describe, expect, it } from "vitest";
import { nodeSql } from "../../scripts/eval/node-sql.ts";
import { composeAnswer } from "../../src/ai/answer/compose-answer.ts";
import { makeTables } from "../../src/ai/knowledge/make-tables.ts";
import { putDocument } from "../../src/ai/knowledge/put-document.ts";
import { retrievedFrom } from "../../src/ai/knowledge/retrieved.ts";
import { forgetAnalysis, reindexSome } from "../../src/ai/knowledge/reindex.ts";
import { Remembered } from "../../src/ai/knowledge/search/remembered.ts";
import { search } from "../../src/ai/knowledge/search/search.ts";
import { ANALYSER } from "../../src/ai/knowledge/write-document.ts";

interface Page {
  title?: string;
  text: string;
  tags?: string[];
}

const OLD = "The gateway of the tunnel listens on port 1194.";
const NEW = "The gateway of the tunnel listens on port 51820, as agreed.";
const QUERY = "Which port does the gateway of the tunnel listen on?";

/** What is answered if these are all documents, in their order. */
function answerOf(pages: readonly Page[], query = QUERY) {
  return answerFrom(storeOf(pages), query);
}

function storeOf(pages: readonly Page[]) {
  const sql = nodeSql();
  makeTables(sql);
  for (const [at, { title = "Tunnel", text, tags = [] }] of pages.entries()) {
    const fields = { id: `d${at}`, externalId: null, title, source: "wiki", url: null, tags };
    const order = { ...fields, mimeType: "text/plain", hash: `${at}`, text, removed: 0, now: 1 };
    putDocument(sql, { ...order, expiresAt: null }, () => ({ risk: 0, rules: [] }));
  }
  return sql;
}

function answerFrom(sql: ReturnType<typeof nodeSql>, query = QUERY) {
  const found = search(sql, new Remembered(), { query, language: "en", top: 5, now: 2 });
  const scores = found.hits.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  return composeAnswer(query, retrievedFrom(found, false)).answer;
}

describe("of two documents that say the same", () => {
  it.each<[string, Page]>([
    ["its title", { title: "Tunnel (obsolete)", text: OLD }],
    ["its title in Spanish", { title: "Túnel (sustituida por T2)", text: OLD }],
    ["the beginning of its title", { title: "[OBSOLETE] Tunnel", text: OLD }],
    ["a word before its title", { title: "Derogada: túnel", text: OLD }],
    ["the end of its title in Spanish", { title: "Política de túneles 2019 derogada", text: OLD }],
    [
      "its title that another took its place",
      { title: "Tunnel policy superseded by T2", text: OLD },
    ],
    [
      "a title that goes on behind what it calls it",
      { title: "Obsolete policy 7 of tunnels", text: OLD },
    ],
    ["the end of its title", { title: "Tunnel – superseded by Tunnel 2", text: OLD }],
    ["what its title calls it", { title: "Tunnel, obsolete guide", text: OLD }],
    ["a tag", { text: OLD, tags: ["superseded"] }],
    ["a tag for its state", { text: OLD, tags: ["status:obsolete"] }],
    ["a line of its own", { text: `# Tunnel\nSuperseded by Tunnel 2.\n\n${OLD}` }],
    ["its state", { text: `Status: obsolete\n${OLD}` }],
    ["its first sentence", { text: `This policy was replaced by the one of May. ${OLD}` }],
    ["a sentence in Spanish", { text: `Esta política está derogada. ${OLD}` }],
    ["a sentence in Portuguese", { text: `Este documento foi substituído por outro. ${OLD}` }],
  ])("the one that counts answers alone; the other says in %s that it does not", (_how, old) => {
    expect(answerOf([old, { text: NEW }])).toBe(`${NEW} [1]`);
    expect(answerOf([{ text: NEW }, old])).toBe(`${NEW} [1]`);
    expect(answerOf([old])).toContain("1194");
  });

  it("the one that counts answers alone, also if the other has the words of the question in its title", () => {
    const old = { title: "Which port the gateway of the tunnel listens on (obsolete)", text: OLD };
    const text = "The gateway of the tunnel listens, after a long talk in spring, on port 51820.";
    expect(answerOf([old, { title: "Notes", text }])).toBe(`${text} [1]`);
  });

  it("the one that does not count answers if the question has its year", () => {
    const pages = [
      { title: "Tunnel 2023 (obsolete)", text: OLD },
      { title: "Tunnel 2025", text: `It replaces the page of 2023. ${NEW}` },
    ];
    expect(answerOf(pages)).toBe(`${NEW} [1]`);
    expect(
      answerOf(pages, "Which port did the gateway of the tunnel listen on in 2023?"),
    ).toContain("1194");
  });

  it.each<[string, Partial<Page>]>([
    ["title", { title: "Obsolete devices at the tunnel" }],
    ["title", { title: "Obsolete document control at the tunnel" }],
    ["title", { title: "Outdated page handling: procedure" }],
    ["title", { title: "Guía para retirar maquinaria obsoleta" }],
    ["title", { title: "O que fazer com um certificado revogado" }],
    ["title", { title: "What to do about an obsolete tunnel" }],
    ["title", { title: "Túnel: retirar hardware obsoleto" }],
    ["tag", { tags: ["obsolete-hardware"] }],
    ["tag", { tags: ["withdrawn devices"] }],
  ])("both answer if only the %s of one speaks of such things: %o", (_where, page) => {
    const answer = answerOf([{ text: OLD, ...page }, { text: NEW }]);
    expect(answer).toContain("1194");
    expect(answer).toContain("51820");
  });

  it.each([
    "This guide explains why TLS 1.0 is obsolete.",
    "The policy of 2023 was replaced by this one.",
    "This runbook says how to retire an obsolete device.",
  ])("both answer if one only speaks of what no longer counts: %s", (said) => {
    const answer = answerOf([{ text: `${said} ${OLD}` }, { text: NEW }]);
    expect(answer).toContain("1194");
    expect(answer).toContain("51820");
  });
});

describe("whether a document no longer counts", () => {
  const PAGES = [{ title: "Tunnel (obsolete)", text: OLD }, { text: NEW }];
  const noted = (sql: ReturnType<typeof nodeSql>) =>
    sql.all<{ outdated: number | null }>("SELECT outdated FROM analysed ORDER BY document_id");

  it("is noted when it is indexed, so that no search reads its beginning", () => {
    const sql = storeOf(PAGES);
    expect(noted(sql)).toEqual([{ outdated: 1 }, { outdated: 0 }]);
    sql.all("DELETE FROM bodies");
    expect(answerFrom(sql)).toBe(`${NEW} [1]`);
  });

  it("is found and noted by the first search, if the version before has indexed it", () => {
    const sql = storeOf(PAGES);
    sql.all("DELETE FROM analysed");
    for (const id of ["d0", "d1"]) {
      sql.all(
        "INSERT OR REPLACE INTO analysed (document_id, analyser) VALUES (?, ?)",
        id,
        ANALYSER,
      );
    }
    expect(answerFrom(sql)).toBe(`${NEW} [1]`);
    expect(noted(sql)).toEqual([{ outdated: 1 }, { outdated: 0 }]);
  });

  it("stays known while all documents wait to be indexed again, and afterwards", () => {
    const sql = storeOf(PAGES);
    expect(forgetAnalysis(sql)).toBe(2);
    expect(answerFrom(sql)).toBe(`${NEW} [1]`);
    expect(reindexSome(sql, 5, () => ({ risk: 0, rules: [] }))).toBe(0);
    expect(answerFrom(sql)).toBe(`${NEW} [1]`);
  });

  it("changes with the next version of it", () => {
    const sql = storeOf(PAGES);
    const order = { id: "d0", externalId: null, title: "Tunnel", source: "wiki", url: null };
    const text = { tags: [], mimeType: "text/plain", hash: "new", text: OLD, removed: 0, now: 3 };
    putDocument(sql, { ...order, ...text, expiresAt: null }, () => ({ risk: 0, rules: [] }));
    expect(answerFrom(sql)).toContain("1194");
  });
});

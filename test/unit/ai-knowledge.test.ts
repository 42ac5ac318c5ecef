import { describe, expect, it } from "vitest";
import { nodeSql } from "../../scripts/eval/node-sql.ts";
import { announce } from "../../src/ai/knowledge/announce-upload.ts";
import { cutChunks } from "../../src/ai/knowledge/chunk.ts";
import { makeTables } from "../../src/ai/knowledge/make-tables.ts";
import { putDocument } from "../../src/ai/knowledge/put-document.ts";
import { findDocument, readBody } from "../../src/ai/knowledge/read-documents.ts";
import { forgetAnalysis, reindexSome } from "../../src/ai/knowledge/reindex.ts";
import { Remembered } from "../../src/ai/knowledge/search/remembered.ts";
import { search } from "../../src/ai/knowledge/search/search.ts";
import { seedBuiltin } from "../../src/ai/knowledge/seed-builtin.ts";
import { stagePieces } from "../../src/ai/knowledge/stage-pieces.ts";
import { beginUpload } from "../../src/ai/knowledge/uploads.ts";
import { removeDocument, RISK_LIMIT } from "../../src/ai/knowledge/write-document.ts";

interface Kept {
  expiresAt?: number | null;
  risk?: number;
}

function aStore() {
  const sql = nodeSql();
  makeTables(sql);
  const put = (id: string, text: string, { expiresAt = null, risk = 0 }: Kept = {}) => {
    const fields = { externalId: null, title: "Acme", source: "wiki", url: null, tags: [] };
    const order = { ...fields, id, text, hash: id, mimeType: "text/plain" };
    const times = { removed: 0, expiresAt, now: 1 };
    return putDocument(sql, { ...order, ...times }, () => ({ risk, rules: [] }));
  };
  return { sql, put };
}

describe("a word that is in every piece", () => {
  it("scores at least zero after pieces were removed since it was counted", () => {
    const { sql, put } = aStore();
    for (let at = 0; at < 101; at += 1) put(`d${at}`, `Widget number ${at}.`);
    const remembered = new Remembered();
    const ask = { query: "acme", top: 5, now: 2 };
    search(sql, remembered, ask);
    removeDocument(sql, "d0");
    const scores = search(sql, remembered, ask).hits.map(({ score }) => score);
    expect(scores).toHaveLength(5);
    for (const score of scores) expect(score).toBeGreaterThanOrEqual(0);
  });
});

describe("a character of two UTF-16 units", () => {
  it("stays whole if a long text is stored in two parts", () => {
    const { sql, put } = aStore();
    const text = `${"a".repeat(499_999)}\u{1f600} end.`;
    put("long", text);
    expect(readBody(sql, "long") === text).toBe(true);
  });

  it("stays whole if text without blanks is cut into pieces", () => {
    const text = `a${"\u{1f600}".repeat(1_000)}`;
    const pieces = cutChunks(text).map(({ start, end }) => text.slice(start, end));
    expect(pieces.join("")).toBe(text);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
  });
});

describe("a document", () => {
  it("is found by words and by vectors until the moment it expires", () => {
    const { sql, put } = aStore();
    put("d", "A widget.", { expiresAt: 100 });
    const near = [{ chunkId: 1, score: 0.9 }];
    const byVector = (now: number) =>
      search(sql, new Remembered(), { query: "zebra", top: 5, now, near }).hits.length;
    const byWords = (now: number) =>
      search(sql, new Remembered(), { query: "widget", top: 5, now }).hits.length;
    expect([byWords(99), byWords(100)]).toEqual([1, 0]);
    expect([byVector(99), byVector(100)]).toEqual([1, 0]);
  });

  it("is quarantined from the risk limit on", () => {
    const { sql, put } = aStore();
    put("low", "A widget.", { risk: RISK_LIMIT - 0.01 });
    put("high", "A widget.", { risk: RISK_LIMIT });
    expect(findDocument(sql, "low")?.status).toBe("indexed");
    expect(findDocument(sql, "high")?.status).toBe("quarantined");
  });
});

describe("the product's own pages", () => {
  it("are not scanned when they are reindexed; a customer's documents are", () => {
    const { sql, put } = aStore();
    const page = { id: "page", language: "en" as const, title: "Page", text: "A page." };
    seedBuiltin(sql, { version: 1, writtenAt: 0, pages: [page] });
    put("other", "Another page.");
    forgetAnalysis(sql);
    expect(reindexSome(sql, 10, () => ({ risk: 1, rules: ["any"] }))).toBe(0);
    expect(findDocument(sql, "builtin-page")?.status).toBe("indexed");
    expect(findDocument(sql, "other")?.status).toBe("quarantined");
  });
});

describe("pieces that a search must not show", () => {
  const query = "When does the ferry to Almada leave?";
  const told = "The ferry to Almada leaves at nine.";
  const found = (sql: ReturnType<typeof aStore>["sql"], more: object = {}) =>
    search(sql, new Remembered(), { query, top: 5, now: 10, ...more }).hits.map(
      ({ piece }) => piece.document_id,
    );

  it.each([50, 99, 100, 101, 250, 1_000])(
    "do not displace a valid piece if they are %d expired ones",
    (count) => {
      const { sql, put } = aStore();
      put("good", `${told} It is blue, takes an hour and has a bar with seats for twenty people.`);
      for (let at = 0; at < count; at += 1) put(`old-${at}`, told, { expiresAt: 10 });
      expect(found(sql)).toEqual(["good"]);
      expect(found(sql, { now: 9 })).toHaveLength(5);
    },
  );

  it("do not displace a valid piece if they are the 300 of an unfinished upload", () => {
    const { sql, put } = aStore();
    put("good", `${told} It is blue, takes an hour and has a bar with seats for twenty people.`);
    const text = `${told}\n\n`;
    const fields = { externalId: null, title: "Acme", source: "wiki", url: null, tags: [] };
    const upload = { ...fields, id: "new", uploadId: "u", hash: "h", mimeType: "text/plain" };
    announce(sql, { ...upload, language: "en", expiresAt: null, now: 1 });
    beginUpload(sql, "u");
    const pieces = Array.from({ length: 300 }, (_, at) => {
      const start = at * text.length;
      return { start, end: start + told.length, heading: "", text: told };
    });
    stagePieces(sql, "u", { pieces, from: 0, now: 1 }, () => ({ risk: 0, rules: [] }));
    expect(found(sql)).toEqual(["good"]);
  });

  it("come after all valid pieces if they are quarantined and the search is for an answer", () => {
    const { sql, put } = aStore();
    put("good", `${told} It is blue, takes an hour and has a bar with seats for twenty people.`);
    put("other", "A ferry to Almada is blue.");
    for (let at = 0; at < 20; at += 1) put(`bad-${at}`, told, { risk: RISK_LIMIT });
    expect(found(sql).every((id) => id.startsWith("bad"))).toBe(true);
    const answering = found(sql, { answering: true });
    expect(answering.slice(0, 2)).toEqual(["good", "other"]);
    expect(answering.slice(2).every((id) => id.startsWith("bad"))).toBe(true);
    expect(answering).toHaveLength(2 + 5);
  });

  it("do not displace a valid piece if 300 are quarantined and the search is for an answer", () => {
    const { sql, put } = aStore();
    put("good", `${told} It is blue, takes an hour and has a bar with seats for twenty people.`);
    for (let at = 0; at < 300; at += 1) put(`bad-${at}`, told, { risk: RISK_LIMIT });
    expect(found(sql, { answering: true })[0]).toBe("good");
  });
});

describe("a document of the second analyser", () => {
  const found = ({ sql }: ReturnType<typeof aStore>, query: string) =>
    search(sql, new Remembered(), { query, top: 5, now: 2 }).hits.map(({ piece }) => piece.text);
  const age = ({ sql }: ReturnType<typeof aStore>) => sql.all("UPDATE analysed SET analyser = 2");

  it("is found by a heading without text below it, after it is reindexed", () => {
    const store = aStore();
    store.put("d", "# Desk 555 1234\n# Post\nBy the door.");
    const [piece] = store.sql.all<{ id: number }>("SELECT id FROM chunks WHERE text LIKE 'Desk%'");
    for (const [table, id] of [
      ["stems", "rowid"],
      ["readings", "chunk_id"],
      ["chunks", "id"],
    ]) {
      store.sql.all(`DELETE FROM ${table} WHERE ${id} = ?`, piece?.id ?? 0);
    }
    store.sql.all("UPDATE documents SET chunks = 1");
    age(store);
    expect(found(store, "desk")).toEqual([]);
    expect(reindexSome(store.sql, 5, () => ({ risk: 0, rules: [] }))).toBe(0);
    expect(found(store, "desk")).toEqual(["Desk 555 1234"]);
  });

  it("keeps its pieces if no heading is without text, so that no vector is made again", () => {
    const store = aStore();
    store.put("d", "# Post\nBy the door.");
    const ids = () => store.sql.all("SELECT id FROM chunks");
    const before = ids();
    store.put("other", "# Desk\nBy the stairs.");
    age(store);
    expect(reindexSome(store.sql, 5, () => ({ risk: 0, rules: [] }))).toBe(0);
    expect(ids()).toEqual(expect.arrayContaining(before));
  });
});

describe("a document that was scanned by earlier rules", () => {
  const scan = (text: string) =>
    text.includes("BANANA") ? { risk: 0.9, rules: ["fruit"] } : { risk: 0, rules: [] };
  const rows = ({ sql }: ReturnType<typeof aStore>) =>
    sql.all("SELECT id, status, risk FROM documents ORDER BY id");

  it("is quarantined by newer rules, or no longer, once it is scanned again", () => {
    const store = aStore();
    store.put("bad", "# Fruit\nSay BANANA.");
    store.put("good", "Send the form to the office.");
    store.sql.all("UPDATE chunks SET risk = 0.8, rules = 'old' WHERE document_id = 'good'");
    store.sql.all("UPDATE documents SET risk = 0.8, status = 'quarantined' WHERE id = 'good'");
    store.sql.all("UPDATE analysed SET analyser = 3");
    expect(reindexSome(store.sql, 5, scan)).toBe(0);
    expect(rows(store)).toEqual([
      { id: "bad", status: "quarantined", risk: 0.9 },
      { id: "good", status: "indexed", risk: 0 },
    ]);
  });

  it("keeps its pieces if the newer rules find the same", () => {
    const store = aStore();
    store.put("d", "Ask at the office.");
    const ids = () => store.sql.all("SELECT id FROM chunks");
    const before = ids();
    store.put("later", "Ask at the door.");
    store.sql.all("UPDATE analysed SET analyser = 3");
    expect(reindexSome(store.sql, 5, scan)).toBe(0);
    expect(ids()).toEqual(expect.arrayContaining(before));
  });
});

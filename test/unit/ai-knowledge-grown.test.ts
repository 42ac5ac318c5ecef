import { beforeEach, describe, expect, it, vi } from "vitest";
import { nodeSql } from "../../scripts/eval/node-sql.ts";
import { makeTables } from "../../src/ai/knowledge/make-tables.ts";
import { putDocument } from "../../src/ai/knowledge/put-document.ts";
import { forgetAnalysis, reindexSome } from "../../src/ai/knowledge/reindex.ts";
import { correctTerm } from "../../src/ai/knowledge/search/correct-terms.ts";
import { Remembered } from "../../src/ai/knowledge/search/remembered.ts";
import type { Sql } from "../../src/ai/knowledge/sql.ts";
import { DAY_MS } from "../../src/platform/index.ts";
import { VectorBook } from "../../src/ai/knowledge/vector-book.ts";
import { removeDocument } from "../../src/ai/knowledge/write-document.ts";

const scan = () => ({ risk: 0, rules: [] });

let sql: Sql;
let book: VectorBook;

function put(id: string, text: string, risk = 0) {
  const fields = { externalId: null, title: "Acme", source: "wiki", url: null, tags: [] };
  const order = { ...fields, id, text, hash: text, mimeType: "text/plain" };
  const times = { removed: 0, expiresAt: null, now: 1 };
  return putDocument(sql, { ...order, ...times }, () => ({ risk, rules: [] })).row?.chunks ?? 0;
}

beforeEach(() => {
  sql = nodeSql();
  makeTables(sql);
  book = new VectorBook(sql);
});

describe("a piece that has no vector yet", () => {
  beforeEach(() => book.open("acme", "prefix"));

  /** The texts of all pieces that are to be embedded now; they then count as stored. */
  function embed(): string[] {
    const pieces = book.toEmbed(1_000);
    book.stored(pieces.map(({ id }) => id));
    return pieces.map(({ text }) => text.split("\n").at(-1) ?? "");
  }

  it("is found without a scan of the pieces that have one", () => {
    book.enter("space");
    for (let at = 0; at < 50; at += 1) put(`d${at}`, `Page ${at}.`);
    expect(embed()).toHaveLength(50);
    put("new", "The last one.");
    const asked = vi.spyOn(sql, "all");
    expect(book.toEmbed(10).map(({ text }) => text)).toEqual(["Acme\nThe last one."]);
    const [query = ""] = asked.mock.calls.find(([text]) => text.includes("FROM vectors v")) ?? [];
    asked.mockRestore();
    const plan = sql.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`, 0.5, 10);
    const scans = plan.map(({ detail }) => detail).filter((detail) => /^SCAN|TEMP/.test(detail));
    expect(scans).toEqual(["SCAN v USING INDEX vectors_todo"]);
  });

  it("is every piece when the vector space changes, except a piece over the risk limit", () => {
    put("before", "Before.");
    book.enter("space");
    put("after", "After.");
    put("risky", "Risky.", 0.9);
    expect(embed()).toEqual(["Before.", "After."]);
    expect(embed()).toEqual([]);
    book.enter("another");
    expect(embed()).toEqual(["Before.", "After."]);
    removeDocument(sql, "before");
    put("after", "After all.");
    expect(embed()).toEqual(["After all."]);
    expect(sql.all("SELECT * FROM vectors WHERE stored = 0")).toEqual([]);
  });

  it("is found in an object of an older version, which kept no list of such pieces", () => {
    book.enter("space");
    put("one", "One.");
    expect(embed()).toEqual(["One."]);
    put("two", "Two.");
    sql.all("UPDATE facts SET value = json_remove(value, '$.listed') WHERE name = 'vectors'");
    sql.all("DELETE FROM vectors WHERE stored = 0");
    book.enter("space");
    expect(embed()).toEqual(["Two."]);
  });

  it("gets another chance if an older version took it for refused", () => {
    book.enter("space");
    put("one", "One.");
    sql.all("UPDATE vectors SET stored = 2");
    expect(new VectorBook(sql).doubted(10).map(({ text }) => text)).toEqual(["Acme\nOne."]);
    expect(book.count(0)).toEqual({ indexed: 0, waiting: 1, refused: 0 });
    removeDocument(sql, "one");
    expect(sql.all("SELECT * FROM vectors_refused")).toEqual([]);
  });

  it("gets another chance seven days after it was refused, with 99 others a day at most", () => {
    book.enter("space");
    for (let at = 0; at < 101; at += 1) put(`d${at}`, `Page ${at}.`);
    const ids = book.toEmbed(200).map(({ id }) => id);
    book.refused(ids);
    expect(book.doubted(200)).toHaveLength(101);
    book.refused(ids.slice(1), 2);
    book.refused(ids.slice(0, 1), 1);
    expect(book.count(0)).toEqual({ indexed: 0, waiting: 0, refused: 101 });
    const chances = (at: number) => {
      book.reconsider(at);
      return book.doubted(200).length;
    };
    expect(book.nextChanceAt()).toBe(7 * DAY_MS + 1);
    expect(chances(7 * DAY_MS)).toBe(0);
    expect(chances(7 * DAY_MS + 2)).toBe(100);
    expect(book.nextChanceAt()).toBe(8 * DAY_MS + 2);
    expect(chances(8 * DAY_MS + 1)).toBe(100);
    expect(chances(8 * DAY_MS + 2)).toBe(101);
    book.stored(ids);
    expect(book.count(0)).toEqual({ indexed: 101, waiting: 0, refused: 0 });
    expect(book.nextChanceAt()).toBe(Infinity);
  });
});

describe("how many pieces have a vector", () => {
  it("is counted anew for each question up to 10,000 pieces, and above once in 15 s", () => {
    book.open("acme", "prefix");
    const list = (from: number, to: number) =>
      sql.all(
        `WITH RECURSIVE n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO vectors (chunk_id, stored) SELECT i, 1 FROM n`,
        from,
        to,
      );
    const indexed = (at: number) => book.count(at).indexed;
    list(1, 10_000);
    expect(indexed(1_000)).toBe(10_000);
    list(10_001, 10_001);
    expect(indexed(1_001)).toBe(10_001);
    list(10_002, 10_002);
    const asked = vi.spyOn(sql, "all");
    expect(indexed(1_002)).toBe(10_001);
    expect(indexed(16_000)).toBe(10_001);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
    expect(indexed(16_001)).toBe(10_002);
    book.enter("space");
    expect(indexed(16_002)).toBe(0);
  });
});

describe("one step of reindexing", () => {
  it("ends after the document that brings it to enough pieces", () => {
    for (let at = 0; at < 4; at += 1) put(`d${at}`, `Short page ${at}.`);
    sql.all("UPDATE documents SET chunks = 600");
    forgetAnalysis(sql);
    expect([reindexSome(sql, 10, scan), reindexSome(sql, 10, scan)]).toEqual([2, 0]);
  });
});

describe("the terms for correcting mistyped words", () => {
  const termsOf = () => sql.all<{ term: string }>("SELECT term FROM terms").map(({ term }) => term);

  function fillTerms(): void {
    // Five letters for each number, so that none of the terms has a digit.
    const letters = [10_000, 1_000, 100, 10, 1].map((place) => `char(97 + (i / ${place}) % 10)`);
    sql.all(`INSERT INTO terms WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
      WHERE i < 60000) SELECT 'ba' || ${letters.join(" || ")} FROM n`);
  }

  it("are words, and hold no numbers and ids", () => {
    put("d", "Order 4711 of customer a81f33c2 for a bicycle.");
    expect(termsOf()).toContain("bicycl");
    expect(termsOf().filter((term) => /\d/.test(term))).toEqual([]);
  });

  it("include names with a number, so that the name without its number is corrected to them", () => {
    put("d", "All services sign in by OAuth2 and Log4j.");
    const correct = (term: string) => correctTerm(sql, new Remembered(), term, 1);
    expect(["oauth", "logj"].map(correct)).toEqual(["oauth2", "log4j"]);
  });

  it("are reduced to those of present pieces if one letter has more than 50,000 terms", () => {
    put("d", "Bicycle and boat.");
    fillTerms();
    expect(termsOf().length).toBeGreaterThan(50_000);
    const found = new Remembered().termsFrom(sql, "b");
    expect(found.toSorted()).toEqual(["bicycl", "boat"]);
    expect(termsOf().length).toBeLessThan(20);
  });

  it("are swept once, not with each change, if one letter has 50,000 real terms", () => {
    fillTerms();
    sql.all(
      "INSERT INTO stems (rowid, title, text) SELECT 1, '', group_concat(term, ' ') FROM terms",
    );
    const remembered = new Remembered();
    const asked = vi.spyOn(sql, "all");
    const sizes = [1, 2, 3].map(() => {
      remembered.forgetTerms();
      return remembered.termsFrom(sql, "b").length;
    });
    const sweeps = asked.mock.calls.filter(([text]) => text.startsWith("DELETE"));
    asked.mockRestore();
    expect([sizes, sweeps.length]).toEqual([[50_000, 50_000, 50_000], 1]);
  });

  it("are remembered for only a few letters if each has 40,000, as tenants' objects share an isolate", () => {
    let reads = 0;
    const all = (): { term: string }[] => {
      reads += 1;
      return Array.from({ length: 40_000 }, (_, at) => ({ term: `t${at}` }));
    };
    const remembered = new Remembered();
    const readsOf = (letters: string) => {
      const before = reads;
      for (const letter of letters) remembered.termsFrom({ ...sql, all } as Sql, letter);
      return reads - before;
    };
    expect(["abcdefghij", "fghij", "a"].map(readsOf)).toEqual([10, 0, 1]);
  });
});

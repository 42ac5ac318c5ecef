import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodeSql } from "../../scripts/eval/node-sql.ts";
import { composeAnswer } from "../../src/ai/answer/compose-answer.ts";
import { highlight } from "../../src/ai/answer/highlights.ts";
import { makeTables } from "../../src/ai/knowledge/make-tables.ts";
import { putDocument } from "../../src/ai/knowledge/put-document.ts";
import { countStale, reindexSome } from "../../src/ai/knowledge/reindex.ts";
import { retrievedFrom } from "../../src/ai/knowledge/retrieved.ts";
import { Remembered } from "../../src/ai/knowledge/search/remembered.ts";
import { search } from "../../src/ai/knowledge/search/search.ts";
import { fold } from "../../src/ai/text/fold.ts";
import { SentenceStarts } from "../../src/ai/text/sentence-starts.ts";
import { splitSentences } from "../../src/ai/text/split-sentences.ts";
import { tokenise } from "../../src/ai/text/tokenise.ts";

const HARMLESS = () => ({ risk: 0, rules: [] });
const TEXTS = {
  zh: "本公司的员工每年有二十三天带薪年假。年假须提前两周申请。办公室在三楼。",
  ja: "社員は年に二十三日の有給休暇を取れます。「申請は二週間前まで！」事務所は三階にあります。",
  ko: "직원은 매년 이십삼 일의 유급휴가를 받습니다. 사무실은 삼층에 있습니다.",
  th: "พนักงานมีวันลาพักร้อนปีละยี่สิบสามวัน สำนักงานอยู่ชั้นสาม",
};

/** A store with a document for each of these texts. */
function aStore(texts: Record<string, string>) {
  const sql = nodeSql();
  makeTables(sql);
  for (const [id, text] of Object.entries(texts)) {
    const fields = { id, externalId: null, title: "", source: "wiki", url: null, tags: [] };
    const order = { ...fields, mimeType: "text/plain", hash: id, text, removed: 0, now: 1 };
    putDocument(sql, { ...order, expiresAt: null }, HARMLESS);
  }
  const look = (query: string) =>
    search(sql, new Remembered(), { query, top: 5, now: 2, older: countStale(sql) > 0 });
  const found = (query: string) => look(query).hits.map(({ piece }) => piece.document_id);
  return { sql, look, found };
}

describe("text without blanks", () => {
  it.each([
    ["有給休暇", "有給 給休 休暇"],
    ["3月にiPhone用の本", "3 月に iphone 用の の本"],
    ["유급휴가를", "유급 급휴 휴가 가를"],
    ["유급".normalize("NFD"), "유급"],
    ["ﾃﾞｰﾀ", "デー ータ"],
    ["か\u3099く", "がく"],
    ["𠮷野家", "𠮷野 野家"],
    ["茶", "茶"],
    ["กินข้าว", "กน นข ขา าว"],
    ["Übung straße", "ubung straße"],
  ])("is split into pairs of letters: %s", (text, words) => {
    expect(
      tokenise(text)
        .map(({ word }) => word)
        .join(" "),
    ).toBe(words);
  });

  it.each([
    ["zh", "带薪年假", "年假"],
    ["ja", "有給休暇は何日ですか", "有給休暇"],
    ["ko", "유급휴가", "휴가"],
    ["th", "วันลาพักร้อน", "ลาพัก"],
  ])("in %s is found by parts of words, and cited at its position", (id, question, part) => {
    const { look, found } = aStore(TEXTS);
    expect(found(question)[0]).toBe(id);
    expect(found(part)[0]).toBe(id);
    const { answer, citations } = composeAnswer(question, retrievedFrom(look(question), false));
    const text = TEXTS[id as keyof typeof TEXTS];
    const [, start = "", end = ""] = /:(\d+)-(\d+)$/.exec(citations[0]?.id ?? "") ?? [];
    expect(text.slice(Number(start), Number(end))).toBe(citations[0]?.snippet);
    expect(answer).toContain(part);
    expect(answer).not.toMatch(/办公室|事務所/);
  });

  it("has neighbouring pairs highlighted as one place", () => {
    const terms = new Set(["有給", "給休", "休暇"]);
    expect(highlight("年の有給休暇", terms, "en").highlights).toEqual([[2, 6]]);
  });
});

describe("sentences that end without a blank", () => {
  const split = (text: string) =>
    splitSentences(text).map(({ start, end }) => text.slice(start, end));

  it.each([
    [TEXTS.zh, 3],
    [TEXTS.ja, 3],
    ["真的吗？！真的。", 2],
    ["iPhone 16。3.5 euros. Nada más", 3],
  ])("are split: %s", (text, count) => {
    expect(split(text)).toHaveLength(count);
    expect(split(text).join("")).toHaveLength(text.replace(/(?<=[。.]) /g, "").length);
  });

  it("begin at the same places in a growing text as in the whole, if a blank is before them", () => {
    const parts = fc.array(fc.constantFrom("文", "。", "！", "」", " ", "A", ". ", "\n", "[1]"), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(parts, (said) => {
        const starts = new SentenceStarts();
        const seen = [0, ...said.flatMap((part) => starts.add(part)), ...starts.add(" B")];
        const text = `${said.join("")} B`;
        const whole = splitSentences(text)
          .map(({ start }) => start)
          .filter((start) => start === 0 || /\s/.test(text[start - 1] ?? ""));
        expect(seen.slice(1)).toEqual(whole.slice(1));
      }),
      { examples: [[["。", "」", "A", ". "]]] },
    );
  });
});

describe("documents of the first analyser", () => {
  /** Stores the document as the first analyser left it. */
  function age({ sql }: ReturnType<typeof aStore>, id: string, text: string): void {
    const words =
      fold(text)
        .match(/[\p{L}\p{N}]+/gu)
        ?.join(" ") ?? "";
    const [piece] = sql.all<{ id: number }>("SELECT id FROM chunks WHERE document_id = ?", id);
    sql.all("DELETE FROM stems WHERE rowid = ?", piece?.id ?? 0);
    sql.all("INSERT INTO stems (rowid, title, text) VALUES (?, '', ?)", piece?.id ?? 0, words);
    sql.all("UPDATE readings SET text = ? WHERE chunk_id = ?", `\n${words}`, piece?.id ?? 0);
    sql.all("UPDATE analysed SET analyser = 1 WHERE document_id = ?", id);
  }

  it("are found as before, and also by parts of words once they are reindexed", () => {
    const [older, newer] = ["有給休暇 の 申請", "有給と休暇"];
    const store = aStore({ older, newer });
    age(store, "older", older);
    expect(store.found("有給休暇")).toEqual(expect.arrayContaining(["older", "newer"]));
    expect(store.found("休暇")).toEqual(["newer"]);
    expect(reindexSome(store.sql, 5, HARMLESS)).toBe(0);
    expect(store.found("休暇")).toEqual(expect.arrayContaining(["older", "newer"]));
    expect(store.found("有給休暇")[0]).toBe("older");
  });

  it("are kept as they are by reindexing if both analysers read them alike", () => {
    const store = aStore({ older: "paid leave" });
    age(store, "older", "paid leave zebra");
    expect(reindexSome(store.sql, 5, HARMLESS)).toBe(0);
    expect(store.found("zebra")).toEqual(["older"]);
  });
});

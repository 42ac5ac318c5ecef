import { describe, expect, it } from "vitest";
import { nodeSql } from "../../scripts/eval/node-sql.ts";
import { composeAnswer } from "../../src/ai/answer/compose-answer.ts";
import { makeTables } from "../../src/ai/knowledge/make-tables.ts";
import { putDocument } from "../../src/ai/knowledge/put-document.ts";
import { retrievedFrom } from "../../src/ai/knowledge/retrieved.ts";
import { Remembered } from "../../src/ai/knowledge/search/remembered.ts";
import { search } from "../../src/ai/knowledge/search/search.ts";

interface Page {
  title: string;
  text: string;
}

const OTHER = { title: "Router X100", text: "The admin page of the router X100 is on port 8443." };
const OWN = { title: "Router X200", text: "Its admin page is on port 9443 of the router." };
const QUERY = "On which port is the admin page of the router X200?";

/** What these documents answer, by words or beside vectors that found all of them. */
function answerOf(pages: readonly Page[], query = QUERY, hasVectors = false) {
  const sql = nodeSql();
  makeTables(sql);
  for (const [at, { title, text }] of pages.entries()) {
    const fields = { id: `d${at}`, externalId: null, title, source: "wiki", url: null, tags: [] };
    const order = { ...fields, mimeType: "text/plain", hash: `${at}`, text, removed: 0, now: 1 };
    putDocument(sql, { ...order, expiresAt: null }, () => ({ risk: 0, rules: [] }));
  }
  const near = hasVectors ? pages.map((_page, at) => ({ chunkId: at + 1, score: 0.9 })) : [];
  const ask = { query, language: "en", top: 5, now: 2, answering: true, near } as const;
  const found = search(sql, new Remembered(), ask);
  return { ...composeAnswer(query, retrievedFrom(found, hasVectors)), near: found.near };
}

describe("a question that names a product by a number", () => {
  it.each([false, true])(
    "is not answered from another one's manual (vectors: %s)",
    (hasVectors) => {
      const { citations, confidence, near } = answerOf([OTHER], QUERY, hasVectors);
      expect([citations, near]).toEqual([[], 0]);
      expect(confidence).toBeLessThanOrEqual(0.2);
    },
  );

  it("is answered from its own, however much better the words of the other one fit", () => {
    const { answer } = answerOf([OTHER, OWN]);
    expect(answer).toContain("9443");
    expect(answer).not.toContain("8443");
  });

  it.each([
    ["x200", { title: "Routers", text: "The admin page of the router X 200 is on port 1." }],
    ["X-200", { title: "Routers", text: "The admin page of the router X200 is on port 1." }],
    ["X200", { title: "X100 and X200", text: "The admin page of the router is on port 1." }],
    [
      "X200",
      { title: "Routers", text: "Unlike the X100, the router X200 has its admin page on 1." },
    ],
    ["X200", { title: "Routers", text: "The admin page of the router is on port 1." }],
    ["X100 or X200", OTHER],
  ])("is answered where it is %s and the document is %o", (name, page) => {
    const query = `On which port is the admin page of the router ${name}?`;
    expect(answerOf([page], query).citations).toHaveLength(1);
  });

  it.each([
    ["A4", "Choose the paper for the printer. It takes a 5 minute break then."],
    ["E3", "O papel: 2 bandejas e 50 folhas. Choose the paper for the printer."],
    ["Y2", "El papel: y 10 hojas. Choose the paper for the printer."],
  ])(
    "is answered where a short word stands before a number, which names nothing: %s",
    (name, text) => {
      const query = `How do I choose the paper ${name} for the printer?`;
      expect(answerOf([{ title: "Printer", text }], query).citations).toHaveLength(1);
    },
  );

  it.each([
    ["IPv6", "The tunnel accepts IPv4 packets from any host."],
    ["v2.4", "The tunnel accepts packets of clients since v2.3 from any host."],
    ["XR-500B", "The tunnel accepts packets of the XR-400B from any host."],
  ])("is not answered from what is about another number: %s", (name, text) => {
    const query = `Does the tunnel accept packets of ${name} from any host?`;
    expect(answerOf([{ title: "Tunnel", text }], query).citations).toEqual([]);
    const right = text.replace(/IPv4|v2\.3|XR-400B/, name);
    expect(answerOf([{ title: "Tunnel", text: right }], query).citations).toHaveLength(1);
  });
});

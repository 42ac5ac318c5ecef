import { describe, expect, it } from "vitest";
import { nodeSql } from "../../scripts/eval/node-sql.ts";
import { announce } from "../../src/ai/knowledge/announce-upload.ts";
import { makeTables } from "../../src/ai/knowledge/make-tables.ts";
import { publishUpload } from "../../src/ai/knowledge/publish-upload.ts";
import { putDocument } from "../../src/ai/knowledge/put-document.ts";
import { findDocument } from "../../src/ai/knowledge/read-documents.ts";
import { Remembered } from "../../src/ai/knowledge/search/remembered.ts";
import { search } from "../../src/ai/knowledge/search/search.ts";
import { stagePieces } from "../../src/ai/knowledge/stage-pieces.ts";
import { beginUpload, failUpload, type NewUpload } from "../../src/ai/knowledge/uploads.ts";
import { RISK_LIMIT } from "../../src/ai/knowledge/write-document.ts";

/** A store with one short document, and an upload of a new version of it. */
function anUpload(change: Partial<NewUpload> = {}) {
  const sql = nodeSql();
  makeTables(sql);
  const fields = { externalId: null, title: "Acme", source: "wiki", url: null, tags: [] };
  const same = { ...fields, id: "d", mimeType: "text/plain", language: "en" as const };
  const short = { ...same, text: "One widget among others.", hash: "old", removed: 0 };
  putDocument(sql, { ...short, expiresAt: null, now: 1 }, () => ({ risk: 0, rules: [] }));
  const order = { ...same, uploadId: "u", hash: "new", expiresAt: null, now: 5, ...change };
  return {
    sql,
    announced: announce(sql, order),
    again: () => announce(sql, { ...order, uploadId: "u2" }),
    stage: (from: number, text: string, risk = 0) => {
      const pieces = [{ start: 0, end: text.length, heading: "", text }];
      return stagePieces(sql, "u", { pieces, from, now: 1 }, () => ({ risk, rules: [] }));
    },
    publish: (pieces: number) => publishUpload(sql, "u", { text: "Widget.", removed: 0, pieces }),
    found: (now = 6) =>
      search(sql, new Remembered(), { query: "widget", top: 1, now }).hits.map(
        ({ piece }) => piece.text,
      ),
    status: () => findDocument(sql, "d")?.status,
  };
}

describe("an upload of a new version of a document", () => {
  it("is found only once it is published, then in place of the version before", () => {
    const { sql, stage, publish, found } = anUpload();
    stage(0, "Widget, widget.");
    expect(found()).toEqual(["One widget among others."]);
    publish(1);
    expect(found()).toEqual(["Widget, widget."]);
    expect(findDocument(sql, "d")).toMatchObject({ version: 2, created_at: 1, updated_at: 5 });
  });

  it("begins again if an older analyser began it, whose pieces end elsewhere", () => {
    const { sql, stage } = anUpload();
    expect(beginUpload(sql, "u")).toMatchObject({ staged: 0 });
    stage(0, "Widget, widget.");
    expect(beginUpload(sql, "u")).toMatchObject({ staged: 1 });
    sql.all("UPDATE uploads SET fields = json_remove(fields, '$.analyser')");
    expect(beginUpload(sql, "u")).toMatchObject({ staged: 0, risk: 0 });
    expect(sql.all("SELECT id FROM chunks WHERE document_id LIKE 'staged%'")).toEqual([]);
    expect(beginUpload(sql, "u")).toMatchObject({ staged: 0 });
  });

  it("is not published while a piece of it is missing", () => {
    const { stage, publish, found } = anUpload();
    stage(0, "Widget, widget.");
    expect(stage(2, "Widget, too.")).toBe(1);
    expect(publish(2)).toBeUndefined();
    expect(found()).toEqual(["One widget among others."]);
    expect(stage(1, "Another.")).toBe(2);
    expect(publish(2)).toBeDefined();
  });

  it.each([
    [RISK_LIMIT, 0],
    [0, RISK_LIMIT],
  ])("is quarantined for its riskiest piece, the first or the last: %f, %f", (first, last) => {
    const { stage, publish, status } = anUpload();
    stage(0, "Widget, widget.", first);
    stage(1, "Another.", last);
    publish(2);
    expect(status()).toBe("quarantined");
  });

  it("expires at its own time, though the version before never expires", () => {
    const { stage, publish, found } = anUpload({ expiresAt: 100 });
    stage(0, "Widget, widget.");
    publish(1);
    expect([found(99), found(100)]).toEqual([["Widget, widget."], []]);
  });

  it("keeps its id when the version is announced again, and has a new one after it failed", () => {
    const { sql, announced, again } = anUpload();
    expect([announced.uploadId, again().uploadId]).toEqual(["u", "u"]);
    failUpload(sql, "u", "unreadable", 6);
    expect(again().uploadId).toBe("u2");
  });
});

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

/** A store with one short document, and the long version of it that is on its way. */
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

describe("a version of a document that is on its way", () => {
  it("takes no place among what is found until it is whole, and then that of the one before", () => {
    const { sql, stage, publish, found } = anUpload();
    stage(0, "Widget, widget.");
    expect(found()).toEqual(["One widget among others."]);
    publish(1);
    expect(found()).toEqual(["Widget, widget."]);
    expect(findDocument(sql, "d")).toMatchObject({ version: 2, created_at: 1, updated_at: 5 });
  });

  it("is begun anew where an older analyser began it, whose pieces end elsewhere", () => {
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
  ])("is as dangerous as its worst piece, whenever that came: %f, %f", (first, last) => {
    const { stage, publish, status } = anUpload();
    stage(0, "Widget, widget.", first);
    stage(1, "Another.", last);
    publish(2);
    expect(status()).toBe("quarantined");
  });

  it("ends when it is said to, and not when the one before would have", () => {
    const { stage, publish, found } = anUpload({ expiresAt: 100 });
    stage(0, "Widget, widget.");
    publish(1);
    expect([found(99), found(100)]).toEqual([["Widget, widget."], []]);
  });

  it("is the same one when it is sent again, but a new one after it has failed", () => {
    const { sql, announced, again } = anUpload();
    expect([announced.uploadId, again().uploadId]).toEqual(["u", "u"]);
    failUpload(sql, "u", "unreadable", 6);
    expect(again().uploadId).toBe("u2");
  });
});

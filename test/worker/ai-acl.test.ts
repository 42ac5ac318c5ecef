import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { documentPage, storedDocument } from "../../src/ai/documents/schemas.ts";
import { call } from "../support/call.ts";
import { aMember } from "../support/people.ts";
import { aLamp, aPerson, QUERY, SECRET, TEXT } from "../support/restricted.ts";

const owners = { acl: ["role:owner"] };

describe("the acl of a document", () => {
  it.each([
    ["an empty list", [], "acl"],
    ["a group, which nobody here can check", ["group:hr"], "acl.0"],
    ["a role that does not exist", ["role:owner", "role:king"], "acl.1"],
    ["a user without an id", ["user:"], "acl.0"],
    ["an e-mail address", ["user:ana@acme.example"], "acl.0"],
    ["an id that is too long", [`user:${"a".repeat(65)}`], "acl.0"],
    ["one entry too many", Array.from({ length: 33 }, (_, at) => `user:a${at}`), "acl"],
    ["a string in place of a list", "role:owner", "acl"],
    ["null", null, "acl"],
  ])("400 for %s, with the path of the field", async (_case, acl, path) => {
    const { put } = await aLamp();
    const answer = await put({ acl });
    expect(answer.status).toBe(400);
    const { details } = await answer.json<{ details: { path: string }[] }>();
    expect(details[0]?.path).toBe(path);
  });

  it("is shown to callers who may write documents, and not to callers who only find the document", async () => {
    const { tenantId, as, put } = await aLamp();
    const ana = await aPerson("analyst", tenantId);
    const acl = ["user:zoe", `user:${ana.personId}`];
    await put({ acl });
    const list = async (who: string) => {
      const answer = await call("GET", `/ai/documents?tenantId=${tenantId}&source=wiki`, {
        as: who,
      });
      return documentPage.parse(await answer.json());
    };
    const one = async (who: string) => {
      const answer = await call("GET", `/ai/documents/lamp?tenantId=${tenantId}`, { as: who });
      return storedDocument.parse(await answer.json());
    };
    expect((await list(as)).items[0]?.acl).toEqual(acl.toSorted());
    expect((await one(as)).acl).toEqual(acl.toSorted());
    expect((await list(ana.as)).items).toHaveLength(1);
    for (const shown of [(await list(ana.as)).items[0], await one(ana.as)]) {
      expect(shown).not.toHaveProperty("acl");
    }
    await put();
    expect((await one(as)).acl).toBeNull();
  });

  it.each(["POST", "batch"])("applies to a document sent by %s", async (way) => {
    const { tenantId, as, note, finds } = await aLamp();
    const ana = await aPerson("owner", tenantId);
    const { tenantId: _tenantId, ...item } = { ...note, ...owners };
    const answer =
      way === "POST"
        ? await call("POST", "/ai/documents", { as, body: { ...note, ...owners } })
        : await call("POST", "/ai/documents:batch", { as, body: { tenantId, documents: [item] } });
    expect(answer.status).toBe(202);
    expect([await finds(as), await finds(ana.as)]).toEqual([false, true]);
  });

  it("applies at once if only the acl changes, and keeps the document's id and version", async () => {
    const { tenantId, put, finds } = await aLamp();
    const ana = await aPerson("analyst", tenantId);
    const own = { acl: [`user:${ana.personId}`] };
    const seen: unknown[] = [];
    for (const more of [{}, owners, owners, own, {}, {}, own]) {
      const answer = await put(more);
      const { id, version, changed } = await answer.json<Record<string, unknown>>();
      seen.push([answer.status, changed, id, version, await finds(ana.as)]);
    }
    const id = (seen[0] as unknown[])[2];
    expect(seen).toEqual([
      [202, true, id, 1, true],
      [202, true, id, 1, false],
      [200, false, id, 1, false],
      [202, true, id, 1, true],
      [202, true, id, 1, true],
      [200, false, id, 1, true],
      [202, true, id, 1, true],
    ]);
  });

  it("applies with a new version of the text, and ends with a version without acl", async () => {
    const { tenantId, put, finds } = await aLamp();
    const ana = await aPerson("analyst", tenantId);
    await put();
    const answer = await put({ ...owners, text: `${TEXT} Every day.` });
    expect(await answer.json()).toMatchObject({ version: 2, changed: true });
    expect(await finds(ana.as)).toBe(false);
    await put({ text: `${TEXT} Every night.` });
    expect(await finds(ana.as)).toBe(true);
  });

  it("keeps the document's words from correcting the typing errors of callers who may not see it", async () => {
    const { tenantId, put, search } = await aLamp();
    const ana = await aPerson("analyst", tenantId);
    const plain = (text: string) => text.replaceAll(/"(?:traceId|took_ms)":[^,}]+/g, "");
    const ask = async () => [
      plain(await search(ana.as, "zanzibarkrakn lmap")),
      plain(await search(ana.as)),
    ];
    const before = await ask();
    await put(owners);
    expect(await ask()).toEqual(before);
    await put();
    expect(await ask()).not.toEqual(before);
    await put(owners);
    expect(await ask()).toEqual(before);
  });

  it("is in the audit log's detail when it changes", async () => {
    const { tenantId, as, put } = await aLamp();
    for (const more of [{}, owners, {}]) await put(more);
    await runInDurableObject(env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId)), () => {});
    const answer = await call("GET", `/admin/audit?tenantId=${tenantId}`, { as });
    const { items } = await answer.json<{ items: { action: string; detail: object }[] }>();
    const told = items.filter(({ action }) => action.startsWith("ai.document"));
    expect(told.map(({ action, detail }) => [action, "acl" in detail ? detail.acl : "–"])).toEqual([
      ["ai.document.changed", null],
      ["ai.document.changed", ["role:owner"]],
      ["ai.document.created", "–"],
    ]);
  });

  it("is deleted with its document", async () => {
    const { tenantId, as, put, finds } = await aLamp();
    const ana = await aPerson("owner", tenantId);
    await put(owners);
    expect(await finds(ana.as)).toBe(true);
    const path = `/ai/documents/lamp?tenantId=${tenantId}`;
    expect((await call("DELETE", path, { as })).status).toBe(200);
    expect(await finds(ana.as)).toBe(false);
    expect((await call("GET", path, { as })).status).toBe(404);
    const stub = env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId));
    await runInDurableObject(stub, (_object, { storage: { sql } }) => {
      for (const table of ["to", "documents", "readings", "terms"].map(
        (one) => `restricted_${one}`,
      )) {
        expect(sql.exec(`SELECT 1 FROM ${table}`).toArray()).toEqual([]);
      }
    });
  });

  it("leaves room in the results: 3 documents are found among 57 that are hidden from the caller", async () => {
    const { tenantId, as, note, search } = await aLamp();
    const ana = await aPerson("analyst", tenantId);
    const documents = Array.from({ length: 60 }, (_, at) => ({
      title: "Lamp",
      source: "wiki",
      text: `${TEXT} ${TEXT} Turn ${at}.`,
      acl: [at % 20 === 0 ? `user:${ana.personId}` : "user:zoe"],
    }));
    await call("POST", "/ai/documents:batch", { as, body: { tenantId: note.tenantId, documents } });
    const { documents: found } = JSON.parse(await search(ana.as)) as { documents: object[] };
    expect(found.filter((one) => JSON.stringify(one).includes(SECRET))).toHaveLength(3);
    expect(await search(await aMember(tenantId), QUERY)).not.toContain(SECRET);
  });
});

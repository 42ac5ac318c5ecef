import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { claimedBySystem } from "../../src/access/index.ts";
import { findDocument } from "../../src/ai/documents/keep-documents.ts";
import { MAX_TEXT } from "../../src/ai/documents/limits.ts";
import { MOST_CHUNKS } from "../../src/ai/knowledge/read-documents.ts";
import { sendLong } from "../../src/ai/documents/send-long.ts";
import { settle } from "../../src/http/index.ts";
import { call } from "../support/call.ts";
import { faultyUploads } from "../support/faulty-uploads.ts";
import { aMember, aTenant } from "../support/people.ts";

const LONG = "The harbour office keeps a ledger of the ships. ".repeat(MAX_TEXT / 40);

/** A tenant with two documents that has reached its limit of text. */
async function aFullTenant() {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const put = async (name: string, text = `A note on ${name}.`) => {
    const body = { tenantId, title: name, source: "wiki", text };
    return (await call("PUT", `/ai/documents/${name}`, { as, body })).status;
  };
  const isThere = async (name: string) =>
    (await call("GET", `/ai/documents/${name}?tenantId=${tenantId}`, { as })).status === 200;
  const change = async (statement: string, ...values: (string | number)[]) =>
    runInDurableObject(
      env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId)),
      (_one, { storage }) => {
        storage.sql.exec(statement, ...values);
      },
    );
  await put("old");
  await put("new");
  await change("UPDATE totals SET chunks = ?", MOST_CHUNKS);
  return { tenantId, put, isThere, change };
}

/** Sends long documents of a tenant and delivers their queue jobs. */
function longDocuments(named: string) {
  const tenantId = claimedBySystem(named);
  const by = { tenantId, actor: "test", requestId: "r" };
  const { jobs, bindings, deliver } = faultyUploads();
  const long = async (name: string, text: string) => {
    const about = { externalId: name, title: name, source: "wiki", url: null, tags: [] };
    const own = { id: crypto.randomUUID(), hash: text, expiresAt: null, now: Date.now() };
    const order = { ...about, ...own, mimeType: "text/plain", language: "en" as const, by };
    expect(settle(await sendLong(bindings("none"), tenantId, order, text)).status).toBe("queued");
  };
  return {
    long,
    deliver: async () => {
      for (const job of jobs) await deliver("documents", job, "none");
    },
    show: async (name: string) => settle(await findDocument(env, tenantId, name)),
  };
}

describe("a tenant at its limit of text", () => {
  it.each([
    ["a short document", "A note."],
    ["a long document", LONG],
  ])("409 for %s", async (_case, text) => {
    const { put, isThere } = await aFullTenant();
    expect(await put("third", text)).toBe(409);
    expect(await isThere("old")).toBe(true);
  });

  it.each([
    ["a short document", "A note."],
    ["a long document", LONG],
  ])("202 for %s if another document has expired, which is deleted", async (_case, text) => {
    const { tenantId, put, isThere, change } = await aFullTenant();
    await change("UPDATE documents SET expires_at = 1 WHERE external_id = 'old'");
    expect(await put("third", text)).toBe(202);
    expect([await isThere("old"), await isThere("new")]).toEqual([false, true]);
    const { results } = await env.DB.prepare(
      "SELECT actor, json_extract(detail, '$.externalId') AS name FROM audit_log WHERE tenant_id = ? AND action = 'ai.document.deleted'",
    )
      .bind(tenantId)
      .all();
    expect(results).toEqual([{ actor: "system:expiry", name: "old" }]);
  });

  it("keeps an expired document while a new version of it is queued", async () => {
    const { put, isThere, change } = await aFullTenant();
    await change(`INSERT INTO uploads SELECT 'next', id, 2, 'queued', NULL, 'other', '{}', 0, 0, 1
      FROM documents WHERE external_id = 'old'`);
    await change("UPDATE documents SET expires_at = 1 WHERE external_id = 'old'");
    expect(await put("third")).toBe(409);
    expect(await isThere("old")).toBe(true);
  });

  it("fails a queued long document with knowledge_full if no room is left at its turn", async () => {
    const { tenantId, change } = await aFullTenant();
    await change("UPDATE totals SET chunks = ?", MOST_CHUNKS - 1);
    const { long, deliver, show } = longDocuments(tenantId);
    await long("third", "The first of them.");
    await long("fourth", "The second of them.");
    await deliver();
    expect(await show("third")).toMatchObject({ version: 1, pending: null });
    const pending = { status: "failed", reason: "knowledge_full" };
    expect(await show("fourth")).toMatchObject({ version: 0, status: "failed", pending });
  });

  it("indexes a long document in the room of the version it replaces, or of an expired document", async () => {
    const { tenantId, change } = await aFullTenant();
    await change("UPDATE totals SET chunks = ?", MOST_CHUNKS - 1);
    const { long, deliver, show } = longDocuments(tenantId);
    await long("new", "The first of them.");
    await long("third", "The second of them.");
    await change("UPDATE totals SET chunks = ?", MOST_CHUNKS);
    await change("UPDATE documents SET expires_at = 1 WHERE external_id = 'old'");
    await deliver();
    expect(await show("new")).toMatchObject({ version: 2, pending: null });
    expect(await show("third")).toMatchObject({ version: 1, pending: null });
  });
});

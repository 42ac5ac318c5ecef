import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { claimedBySystem } from "../../src/access/index.ts";
import { ingest } from "../../src/ai/documents/ingest.ts";
import { removeDocument } from "../../src/ai/documents/keep-documents.ts";
import { sendLong } from "../../src/ai/documents/send-long.ts";
import { settle } from "../../src/http/index.ts";
import { faultyUploads, type Fault } from "../support/faulty-uploads.ts";
import { aTenant } from "../support/people.ts";

const ABOUT = { externalId: "manual", title: "Manual", source: "wiki", tags: [] };

/** A tenant with a long document whose job was lost on its way to the queue. */
async function aLostJob() {
  const tenantId = claimedBySystem(await aTenant());
  const by = { tenantId, actor: "test", requestId: "r" };
  const { bindings } = faultyUploads();
  const long = async (text: string, fault: Fault = "none") => {
    const own = { id: crypto.randomUUID(), hash: text, language: "en" as const, expiresAt: null };
    const order = { ...ABOUT, ...own, url: null, mimeType: "text/plain", by, now: Date.now() };
    return sendLong(bindings(fault), tenantId, order, text);
  };
  const short = async (text: string, fault: Fault = "none") => {
    const order = { ...ABOUT, mimeType: "text/plain", text };
    const caller = () => Promise.reject(new Error("no provider is needed for text"));
    const around = { env: bindings(fault), tenantId, by, now: Date.now(), caller, conversions: 0 };
    return settle(await ingest(around, order));
  };
  const remove = async () => removeDocument(env, tenantId, "manual", by);
  const files = async () => {
    const { objects } = await env.OBJECTS.list({ prefix: `ai/uploads/${tenantId}/` });
    return Promise.all(objects.map(async ({ key }) => (await env.OBJECTS.get(key))?.text()));
  };
  await expect(long("The first text.", "send")).rejects.toThrow("down");
  expect(await files()).toEqual(["The first text."]);
  return { tenantId, long, short, remove, files };
}

describe("the upload of a long document whose queue job was lost", () => {
  it("is deleted with the document", async () => {
    const { remove, files } = await aLostJob();
    await remove();
    expect(await files()).toEqual([]);
  });

  it("is deleted when a new text replaces it, long or short", async () => {
    const { long, short, files } = await aLostJob();
    await long("The second text.");
    expect(await files()).toEqual(["The second text."]);
    await short("The third text.");
    expect(await files()).toEqual([]);
  });

  it("is deleted when the current text is sent again", async () => {
    const { short, long, files } = await aLostJob();
    await short("A short text.");
    await long("The second text.");
    expect(await short("A short text.")).toMatchObject({ version: 1, changed: false });
    expect(await files()).toEqual([]);
  });

  it("does not block a new text if the upload's file cannot be deleted", async () => {
    const { short } = await aLostJob();
    expect(await short("A short text.", "delete")).toMatchObject({ version: 1, changed: true });
  });
});

describe("the audit log", () => {
  it("records a document as created, though an upload before its first version was lost", async () => {
    const { tenantId, short } = await aLostJob();
    await short("A short text.");
    const lines = env.DB.prepare(
      "SELECT action FROM audit_log WHERE tenant_id = ? AND action LIKE 'ai.%'",
    ).bind(tenantId);
    const told = [{ action: "ai.document.created" }];
    await expect.poll(async () => (await lines.all()).results).toEqual(told);
  });
});

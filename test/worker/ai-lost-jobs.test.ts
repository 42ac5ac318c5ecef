import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { claimedBySystem } from "../../src/access/index.ts";
import { ingest } from "../../src/ai/documents/ingest.ts";
import { findDocument, removeDocument } from "../../src/ai/documents/keep-documents.ts";
import { sendLong } from "../../src/ai/documents/send-long.ts";
import type { Knowledge } from "../../src/ai/knowledge/knowledge-object.ts";
import { settle } from "../../src/http/index.ts";
import { MINUTE_MS } from "../../src/platform/index.ts";
import { faultyUploads, type Fault } from "../support/faulty-uploads.ts";
import { aTenant } from "../support/people.ts";

const ABOUT = { externalId: "manual", title: "Manual", source: "wiki", tags: [] };

/** A tenant that sends long documents under one name. */
async function aSender() {
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
  return { tenantId, long, short, remove, files };
}

/** A tenant with a long document whose job was lost on its way to the queue. */
async function aLostJob() {
  const sender = await aSender();
  await expect(sender.long("The first text.", "send")).rejects.toThrow("down");
  expect(await sender.files()).toEqual(["The first text."]);
  return sender;
}

/** The same, so many minutes after its text did not reach the files. */
async function anUnstored() {
  const sender = await aSender();
  const { tenantId, long } = sender;
  await expect(long("The first text.", "put")).rejects.toThrow("down");
  const stub = env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId));
  const after = (minutes: number) =>
    runInDurableObject(stub, (knowledge: Knowledge) => {
      knowledge.clock = () => Date.now() + minutes * MINUTE_MS;
    });
  const ring = () => runDurableObjectAlarm(stub);
  const shown = async () => {
    const { status, version, pending } = settle(await findDocument(env, tenantId, "manual"));
    return [status, version, pending?.status, pending?.reason];
  };
  return { ...sender, stub, after, ring, shown };
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

describe("a long document whose text was never stored, because its request died before", () => {
  const waits = ["queued", 0, "queued", null];
  const failed = ["failed", 0, "failed", "upload_lost"];

  it("fails a quarter of an hour later, and can be sent again", async () => {
    const { after, ring, shown, long, files } = await anUnstored();
    await after(14);
    expect([await ring(), await shown()]).toEqual([true, waits]);
    await after(16);
    expect([await ring(), await shown()]).toEqual([true, failed]);
    expect(await ring()).toBe(false);
    expect(await long("The first text.")).toMatchObject({ status: "queued", changed: true });
    expect([await shown(), await files()]).toEqual([waits, ["The first text."]]);
  });

  it("leaves the version that is there", async () => {
    const { long, short, after, ring, shown } = await anUnstored();
    await short("A short text.");
    await expect(long("The second text.", "put")).rejects.toThrow("down");
    await after(16);
    expect([await ring(), await shown()]).toEqual([true, ["indexed", 1, "failed", "upload_lost"]]);
  });

  it("fails when its tenant's object starts again, if the alarm was lost", async () => {
    const { stub, shown } = await anUnstored();
    await runInDurableObject(stub, async (_knowledge, { storage }) => {
      await storage.deleteAlarm();
      storage.sql.exec("UPDATE uploads SET updated_at = updated_at - ?", 16 * MINUTE_MS);
    });
    await evictDurableObject(stub);
    await expect.poll(shown).toEqual(failed);
  });

  it("rings for none that was sent before its sender was stored, which it cannot give up", async () => {
    const { stub, after, ring, shown } = await anUnstored();
    await runInDurableObject(stub, (_knowledge, { storage }) => {
      storage.sql.exec("UPDATE uploads SET fields = json_remove(fields, '$.by')");
    });
    await after(16);
    expect([await ring(), await shown()]).toEqual([true, waits]);
    expect(await ring()).toBe(false);
  });

  it("waits on if its text is there, or if the files cannot be asked", async () => {
    const { stub, long, after, ring, shown } = await anUnstored();
    const down = { head: () => Promise.reject(new Error("it is down")) } as unknown as R2Bucket;
    await after(16);
    await runInDurableObject(stub, (knowledge: Knowledge) => {
      knowledge.surroundings.env = { ...env, OBJECTS: down };
    });
    expect([await ring(), await shown()]).toEqual([true, waits]);
    await runInDurableObject(stub, (knowledge: Knowledge) => {
      knowledge.surroundings.env = env;
    });
    await long("The first text.");
    expect([await ring(), await shown()]).toEqual([true, waits]);
  });

  it("counts from when it was sent last", async () => {
    const { stub, long, ring, shown } = await anUnstored();
    await runInDurableObject(stub, (_knowledge, { storage }) => {
      storage.sql.exec("UPDATE uploads SET updated_at = updated_at - ?", 16 * MINUTE_MS);
    });
    await expect(long("The first text.", "put")).rejects.toThrow("down");
    expect([await ring(), await shown()]).toEqual([true, waits]);
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

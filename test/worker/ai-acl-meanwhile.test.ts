import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { keyOf } from "../../src/ai/documents/drop-file.ts";
import { MAX_TEXT } from "../../src/ai/documents/limits.ts";
import { MOST_CHUNKS } from "../../src/ai/knowledge/read-documents.ts";
import { storedDocument } from "../../src/ai/documents/schemas.ts";
import type { DocumentJob } from "../../src/ai/documents/send-long.ts";
import { claimedBySystem } from "../../src/access/claim-tenant.ts";
import { call } from "../support/call.ts";
import { aLongLamp } from "../support/long-lamp.ts";
import { aPerson } from "../support/restricted.ts";

const owners = { acl: ["role:owner"] };
const LONG = "The zanzibarkraken harbour keeps a ledger of ships. ".repeat(MAX_TEXT / 52 + 1);
const NEW = "harbour";

/** A restricted document, and what comes of it. The new text has nothing of the old one. */
async function aSecretLamp() {
  const lamp = await aLongLamp();
  const { tenantId, as } = lamp;
  const ana = await aPerson("analyst", tenantId);
  await lamp.put(owners);
  const shown = async () => {
    const answer = await call("GET", `/ai/documents/lamp?tenantId=${tenantId}`, { as });
    const { acl, version } = storedDocument.parse(await answer.json());
    return { acl, version };
  };
  const findsNew = async () => (await lamp.search(ana.as)).includes(NEW);
  return { ...lamp, ana, shown, findsNew };
}

describe("a queued long text with a wider acl than the current version", () => {
  it.each([
    ["everybody", {}, null],
    ["a lower role", { acl: ["role:analyst"] }, ["role:analyst"]],
  ])("does not show the current version to %s", async (_who, more, acl) => {
    const { put, deliver, who, shown, findsNew } = await aSecretLamp();
    expect(await put({ ...more, text: LONG })).toMatchObject({
      status: 202,
      body: { version: 2, status: "queued" },
    });
    expect(await who()).toEqual([false, true]);
    expect(await shown()).toEqual({ ...owners, version: 1 });
    await deliver();
    expect([await findsNew(), await shown()]).toEqual([true, { acl, version: 2 }]);
  });

  it("does not show the current version if the new text is lost", async () => {
    const { tenantId, jobs, put, deliver, who, shown } = await aSecretLamp();
    await put({ text: LONG });
    const { uploadId } = jobs.at(-1) as Extract<DocumentJob, { uploadId: string }>;
    await env.OBJECTS.delete(keyOf(claimedBySystem(tenantId), uploadId));
    await deliver();
    expect([await who(), await shown()]).toEqual([[false, true], { ...owners, version: 1 }]);
  });

  it("does not show the current version if there is no room for the new text among open documents", async () => {
    const { tenantId, as, put, deliver, who, shown } = await aSecretLamp();
    await put({ text: LONG });
    const stub = env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId));
    await runInDurableObject(stub, (_object, { storage: { sql } }) => {
      sql.exec("UPDATE totals SET chunks = ?", MOST_CHUNKS);
    });
    await deliver();
    expect([await who(), await shown()]).toEqual([[false, true], { ...owners, version: 1 }]);
    const answer = await call("GET", `/ai/documents/lamp?tenantId=${tenantId}`, { as });
    const { pending } = storedDocument.parse(await answer.json());
    expect(pending).toMatchObject({ status: "failed", reason: "knowledge_full" });
  });

  it("hides the current version at once from those whom the new acl leaves out", async () => {
    const { ana, put, deliver, who, shown, findsNew } = await aSecretLamp();
    const anas = { acl: [`user:${ana.personId}`] };
    await put({ ...anas, text: LONG });
    expect([await who(), await shown()]).toEqual([[false, false], { acl: [], version: 1 }]);
    await deliver();
    expect([await findsNew(), await shown()]).toEqual([true, { ...anas, version: 2 }]);
  });

  it("gets the acl that was sent last if the same text is sent again", async () => {
    const { put, deliver, shown, findsNew } = await aSecretLamp();
    await put({ text: LONG });
    await put({ ...owners, text: LONG });
    await deliver();
    expect([await findsNew(), await shown()]).toEqual([false, { ...owners, version: 2 }]);
  });
});

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { knowledgeOf } from "../../src/ai/knowledge/knowledge-of.ts";
import { MAX_TEXT } from "../../src/ai/documents/limits.ts";
import { storedDocument } from "../../src/ai/documents/schemas.ts";
import { claimedBySystem } from "../../src/access/claim-tenant.ts";
import { call } from "../support/call.ts";
import { aFile, anAppWithConversion, PDF } from "../support/markdown-conversion.ts";
import { aLongLamp } from "../support/long-lamp.ts";
import { aLamp, aPerson, SECRET, TEXT } from "../support/restricted.ts";
import { aTenantIn, anAppWithVectors } from "../support/vector-tenant.ts";

const owners = { acl: ["role:owner"] };
const LONG = `${"The harbour keeps a ledger of ships. ".repeat(MAX_TEXT / 36)}\n\n${TEXT}`;

describe("a long document with an acl", () => {
  it("is restricted at once in its current version, and still when the queued version is indexed", async () => {
    const { tenantId, as, put, deliver, who } = await aLongLamp();
    await put({});
    expect(await who()).toEqual([true, true]);
    expect(await put({ ...owners, text: LONG })).toMatchObject({
      status: 202,
      body: { version: 2, status: "queued", changed: true },
    });
    expect(await who()).toEqual([false, true]);
    await deliver();
    expect(await who()).toEqual([false, true]);
    const answer = await call("GET", `/ai/documents/lamp?tenantId=${tenantId}`, { as });
    const shown = storedDocument.parse(await answer.json());
    expect([shown.version, shown.text, shown.acl]).toEqual([2, LONG, owners.acl]);
    expect(await put({ ...owners, text: LONG })).toMatchObject({ status: 200 });
    expect(await put({ text: LONG })).toMatchObject({ status: 202, body: { version: 2 } });
    expect(await who()).toEqual([true, true]);
  });

  it("is restricted from the start; the acl sent last before indexing applies", async () => {
    const { jobs, put, deliver, who } = await aLongLamp();
    await put({ ...owners, text: LONG });
    await put({ acl: ["user:zoe"], text: LONG });
    await deliver(jobs[0]);
    expect(await who()).toEqual([false, false]);
    await put({ text: `${LONG} Yes.` });
    await put({ ...owners, text: LONG });
    for (const job of jobs) await deliver(job);
    expect(await who()).toEqual([false, true]);
  });
});

describe("a restricted document", () => {
  it("stays restricted when it is indexed again", async () => {
    const { tenantId, put, finds } = await aLamp();
    const owner = await aPerson("owner", tenantId);
    const ana = await aPerson("analyst", tenantId);
    await put(owners);
    const knowledge = knowledgeOf(env, claimedBySystem(tenantId));
    const all = await knowledge.forgetAnalysis();
    expect(await knowledge.reindex(all)).toBe(0);
    expect([await finds(owner.as), await finds(ana.as)]).toEqual([true, false]);
  });

  it("is not converted again if only the acl of the same file changes", async () => {
    const app = anAppWithConversion([TEXT]);
    const { tenantId, as, finds } = await aLamp();
    const owner = await aPerson("owner", tenantId);
    const ana = await aPerson("analyst", tenantId);
    const put = async (more: object) => {
      const file = { mimeType: PDF, contentBase64: aFile(PDF), title: "Lamp", source: "wiki" };
      const answer = await app.ask("PUT", "/ai/documents/lamp", as, { tenantId, ...file, ...more });
      return [answer.status, await finds(owner.as), await finds(ana.as)];
    };
    expect(await put({})).toEqual([202, true, true]);
    expect(await put(owners)).toEqual([202, true, false]);
    expect(await put(owners)).toEqual([200, true, false]);
    expect(await put({})).toEqual([202, true, true]);
    expect(app.converted).toHaveLength(1);
  });

  it("is erased with its tenant", async () => {
    const { tenantId, put } = await aLamp();
    await put(owners);
    const knowledge = knowledgeOf(env, claimedBySystem(tenantId));
    expect(await knowledge.erase()).toBe(1);
    expect((await knowledge.list({ viewer: "manager", limit: 5, offset: 0 })).total).toBe(0);
  });
});

describe("the vectors of a tenant", () => {
  it("lose a document that becomes restricted; a role named in its acl still finds the document", async () => {
    const app = anAppWithVectors();
    const { tenantId, as, settle, mine, later } = await aTenantIn(app);
    await settle();
    const before = mine().length;
    const owner = await aPerson("owner", tenantId);
    const ana = await aPerson("analyst", tenantId);
    const put = async (more: object) => {
      const body = { tenantId, title: "Lamp", source: "wiki", text: TEXT, ...more };
      expect((await app.ask("PUT", "/ai/documents/lamp", as, body)).status).toBe(202);
      await settle();
    };
    const finds = async (who: string) => {
      const body = { tenantId, query: "Who repairs the zanzibarkraken lamp?" };
      const ways = ["context/search", "ask-rag"].map(async (way) =>
        (await app.ask("POST", `/ai/${way}`, who, body)).text(),
      );
      return (await Promise.all(ways)).map((text) => text.includes(SECRET));
    };
    await put({});
    expect(mine()).toHaveLength(before + 1);
    expect(await finds(ana.as)).toEqual([true, true]);
    await put(owners);
    await later();
    await settle();
    expect(mine()).toHaveLength(before);
    expect([await finds(ana.as), await finds(owner.as)]).toEqual([
      [false, false],
      [true, true],
    ]);
  });
});

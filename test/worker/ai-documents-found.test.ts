import { describe, expect, it } from "vitest";
import { documentPage } from "../../src/ai/documents/schemas.ts";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";
import { aLamp, aPerson } from "../support/restricted.ts";

const ask = async (as: string, query: Record<string, string>) =>
  call("GET", `/ai/documents?${String(new URLSearchParams(query))}`, { as });
const found = async (as: string, query: Record<string, string>) => {
  const answer = await ask(as, query);
  expect(answer.status).toBe(200);
  return documentPage.parse(await answer.json());
};

async function aShelf() {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const put = async (name: string, more: object) => {
    const body = { tenantId, source: "wiki", text: `About ${name}.`, ...more };
    expect((await call("PUT", `/ai/documents/${name}`, { as, body })).status).toBe(202);
  };
  await put("leave", { title: "Política de ÁUSENCIAS 100%", tags: ["People & pay"] });
  await put("vpn", { title: "Remote work", source: "Runbooks", url: "https://wiki.example/VPN" });
  await put("lamp-2", { title: "Lamps" });
  return { tenantId, as };
}

describe("GET /ai/documents with q", () => {
  it("200 by a part of the title, source, name, address or a tag, in capitals or not", async () => {
    const { tenantId, as } = await aShelf();
    const cases = {
      "áusencias 100%": ["leave"],
      "people & PAY": ["leave"],
      runBOOK: ["vpn"],
      "wiki.example/vpn": ["vpn"],
      "LAMP-2": ["lamp-2"],
      "1_0%": [],
      "lamp%": [],
      "') or 1=1 --": [],
    };
    for (const [q, names] of Object.entries(cases)) {
      const { items, total } = await found(as, { tenantId, q });
      const shown = items.map(({ externalId }) => externalId);
      expect([q, shown, total]).toEqual([q, names, names.length]);
    }
    expect((await found(as, { tenantId, q: "wiki", status: "quarantined" })).total).toBe(0);
  });

  it("200 with pages of what fits, by number and by cursor", async () => {
    const { tenantId, as } = await aShelf();
    const first = await found(as, { tenantId, q: "wiki", limit: "1" });
    expect(first).toMatchObject({ total: 3, has_more: true });
    const seen = [first.items[0]?.id];
    for (let { cursor } = first; cursor !== null;) {
      const page = await found(as, { tenantId, q: "wiki", limit: "1", cursor });
      seen.push(page.items[0]?.id);
      cursor = page.cursor;
    }
    expect(new Set(seen).size).toBe(3);
    const second = await found(as, { tenantId, q: "wiki", limit: "2", page: "2" });
    expect(second.items).toHaveLength(1);
  });

  it("200 without another tenant's documents, and without those that only others may find", async () => {
    const { tenantId, as, put } = await aLamp();
    await put({ acl: ["role:owner"] });
    const analyst = await aPerson("analyst", tenantId);
    expect((await found(as, { tenantId, q: "lamp" })).total).toBe(1);
    expect((await found(analyst.as, { tenantId, q: "lamp" })).total).toBe(0);
    const other = await aShelf();
    expect((await found(other.as, { tenantId: other.tenantId, q: "lamp" })).total).toBe(1);
    expect((await ask(other.as, { tenantId, q: "lamp" })).status).toBe(403);
  });

  it.each(["", " ", "x".repeat(129)])("400 for “%s”", async (q) => {
    const { tenantId, as } = await aShelf();
    expect((await ask(as, { tenantId, q })).status).toBe(400);
  });
});

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { copyableOf } from "../support/dialogue.ts";
import { askErasure, closeTenant } from "../support/erasure.ts";
import { aMember, anApiKey, anOperator, aServiceKey, aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const LEAKED = "/portal/leaked";
const SERVICE_KEYS = "/portal/service-keys";
const idOf = (token: string) => token.split("_")[2] ?? "";
const textOf = async (answer: Promise<Response>) => (await answer).text();
const STATES = /badge \w+">(Works|Not at the moment|Ended)</g;

async function statesOf(by: Visitor, text: string): Promise<string[]> {
  const page = await textOf(by.post(LEAKED, { text }));
  return [...page.matchAll(STATES)].map((one) => one[1] ?? "");
}

async function becomes(tenantId: string, status: string) {
  const asked = { as: await anOperator(), body: { status } };
  expect((await call("PATCH", `/admin/tenants/${tenantId}`, asked)).status).toBe(200);
}

/** As the identity provider's word is stored that a person has a place here no more, or has it again. */
async function withdraw(personId: string, at: number | null) {
  const query = "update people set withdrawn_at = ? where id = ?";
  await env.DB.prepare(query).bind(at, personId).run();
}

async function aToken(by: Visitor, tenants: string[]) {
  const fields = { name: "CI", permissions: "tenants:read", tenants: tenants.join(", ") };
  return copyableOf(await by.post("/portal/account/tokens/new", fields));
}

const reads = async (as: string) => (await call("GET", "/admin/tenants", { as })).status;

describe("what a page says of an API key", () => {
  it("of a suspended or closed tenant: not at the moment, with its page to delete it; opened again it works", async () => {
    const [operator, tenantId] = [await aVisitor("owner"), await aTenant()];
    const key = await anApiKey(tenantId);
    for (const status of ["suspended", "closed"]) {
      await becomes(tenantId, status);
      expect(await statesOf(operator, key)).toEqual(["Not at the moment"]);
      const page = await textOf(operator.post(LEAKED, { text: key }));
      expect(page).toContain(`href="/portal/t/${tenantId}/keys/`);
    }
    await becomes(tenantId, "active");
    expect(await statesOf(operator, key)).toEqual(["Works"]);
  });

  it("that is disabled: not at the moment; of a tenant whose erasure was asked for: ended", async () => {
    const [operator, tenantId] = [await aVisitor("owner"), await aTenant()];
    const key = await anApiKey(tenantId);
    const id = key.slice("rmp_live_".length).slice(0, 10);
    await env.DB.prepare("update api_keys set disabled_at = 1 where id = ?").bind(id).run();
    expect(await statesOf(operator, key)).toEqual(["Not at the moment"]);
    await env.DB.prepare("update api_keys set disabled_at = null where id = ?").bind(id).run();
    await closeTenant(tenantId);
    await askErasure(tenantId);
    expect(await statesOf(operator, key)).toEqual(["Ended"]);
  });

  it("in Spanish too", async () => {
    const [operator, tenantId] = [await aVisitor("owner"), await aTenant()];
    const key = await anApiKey(tenantId);
    await closeTenant(tenantId);
    const spanish = operator.post(LEAKED, { text: key }, { "accept-language": "es" });
    expect(await textOf(spanish)).toContain(">De momento no<");
  });
});

describe("what a page says of a token or service key", () => {
  it("of a closed tenant: works, for it still reads; from the asking for erasure: ended, and nothing to revoke", async () => {
    const [operator, tenantId] = [await aVisitor("owner"), await aTenant()];
    const [token, key] = [await aMember(tenantId), await aServiceKey(["decrypt"], [tenantId])];
    await closeTenant(tenantId);
    expect(await statesOf(operator, `${token} ${key}`)).toEqual(["Works", "Works"]);
    expect(await reads(token)).toBe(200);
    const pages = [
      { list: `/portal/t/${tenantId}/tokens`, id: idOf(token) },
      { list: SERVICE_KEYS, id: idOf(key) },
    ];
    for (const { list, id } of pages) {
      expect(await textOf(operator.get(list))).toContain(`${list}/${id}/revoke"`);
    }
    await askErasure(tenantId);
    expect(await statesOf(operator, `${token} ${key}`)).toEqual(["Ended", "Ended"]);
    for (const { list, id } of pages) {
      const page = await textOf(operator.get(list));
      expect(page).toContain(id);
      expect(page).not.toContain(`${list}/${id}/revoke"`);
    }
  });

  it("of several tenants: works as long as one of them is left", async () => {
    const [operator, gone, left] = [await aVisitor("owner"), await aTenant(), await aTenant()];
    const token = await aMember([gone, left]);
    const key = await aServiceKey(["decrypt"], [gone, left]);
    await closeTenant(gone);
    await askErasure(gone);
    expect(await statesOf(operator, `${token} ${key}`)).toEqual(["Works", "Works"]);
  });

  it("of a person whom the provider gives no place: not at the moment, until when it was made for, and may be revoked", async () => {
    const [operator, tenantId] = [await aVisitor("owner"), await aTenant()];
    const ana = await aVisitor("owner", [tenantId]);
    const token = await aToken(ana, [tenantId]);
    const list = `/portal/t/${tenantId}/tokens`;
    await withdraw(ana.personId, 0);
    expect(await statesOf(operator, token)).toEqual(["Not at the moment"]);
    const page = await textOf(operator.get(list));
    expect(page).toContain("Not at the moment");
    expect(page).not.toContain("1970");
    const revoke = `${list}/${idOf(token)}/revoke`;
    expect(page).toContain(`${revoke}"`);
    await withdraw(ana.personId, null);
    expect(await reads(token)).toBe(200);
    expect(await textOf(operator.get(list))).not.toContain("Not at the moment");
    await withdraw(ana.personId, 0);
    expect((await operator.post(revoke)).status).toBe(303);
    expect(await statesOf(operator, token)).toEqual(["Ended"]);
  });

  it("of a person who left its only tenant: ended, whatever other tenants the person has", async () => {
    const [left, kept] = [await aTenant(), await aTenant()];
    const ana = await aVisitor("security-admin", [left, kept]);
    const [only, both] = [await aToken(ana, [left]), await aToken(ana, [left, kept])];
    const operator = await aVisitor("owner");
    expect(await statesOf(operator, `${only} ${both}`)).toEqual(["Works", "Works"]);
    const removed = await operator.post(`/portal/t/${left}/members/${ana.personId}/remove`);
    expect(removed.status).toBe(303);
    expect([await reads(only), await reads(both)]).toEqual([401, 200]);
    expect(await statesOf(operator, only)).toEqual(["Ended"]);
    expect(await statesOf(operator, both)).toEqual(["Works"]);
    const list = `/portal/t/${left}/tokens`;
    expect(await textOf(operator.get(list))).not.toContain(`${idOf(only)}/revoke"`);
  });
});

import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { anOperator, aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

/** The override turns the text after it around; the character before it ends a browser's isolation. */
const TURNED = "Ana \u2069\u202enimda";
const SHOWN = "\u2068Ana nimda\u2069";

async function read(who: Visitor, path: string): Promise<string> {
  const answer = await who.get(path);
  expect(answer.status).toBe(200);
  return answer.text();
}

async function made<T>(path: string, as: string, body: object): Promise<T> {
  const answer = await call("POST", path, { as, body });
  expect(answer.ok).toBe(true);
  return answer.json<T>();
}

describe("a name shown on the portal's pages", () => {
  it("is isolated and loses its direction override on every page, but is unchanged in forms", async () => {
    const [as, tenantId] = [await anOperator(), await aTenant()];
    const tenant = `/admin/tenants/${tenantId}`;
    await call("PATCH", tenant, { as, body: { name: TURNED } });
    const key = { name: TURNED, scopes: ["urlsearch"], note: TURNED };
    const { id: keyId } = await made<{ id: string }>(`${tenant}/api-keys`, as, key);
    const dictionary = await made<{ id: string }>("/detection-dictionaries", as, {
      tenantId,
      name: TURNED,
      kind: "terms",
      entries: [{ value: "premio" }],
    });
    const policy = { tenantId, name: TURNED, document: {} };
    await made("/admin/policies", as, policy);
    const endpoint = { url: "http://localhost:9/x", events: ["ping"], description: TURNED };
    const { id: webhookId } = await made<{ id: string }>(`${tenant}/webhooks`, as, endpoint);
    const ana = await aVisitor("owner", [tenantId], TURNED);
    const operator = await aVisitor("owner");
    const own = `/portal/t/${tenantId}`;
    for (const path of [
      own,
      `${own}/keys`,
      `${own}/keys/${keyId}`,
      `${own}/keys/${keyId}/delete`,
      `${own}/dictionaries`,
      `${own}/dictionaries/${dictionary.id}/delete`,
      `${own}/policies`,
      `${own}/members`,
      `${own}/members/${ana.personId}`,
      `${own}/webhooks`,
      `${own}/webhooks/${webhookId}`,
    ]) {
      const page = await read(ana, path);
      expect(page, path).toContain(SHOWN);
      expect(page, path).not.toContain("\u202e");
    }
    const person = { name: TURNED, role: "viewer" };
    const invited = await (await ana.post(`${own}/members/invite`, person)).text();
    expect(invited).toContain(SHOWN);
    expect(invited).not.toContain("\u202e");
    expect(await read(operator, `/portal/tenants?q=${tenantId}`)).not.toContain("\u202e");
    const form = await read(operator, `/portal/tenants/${tenantId}`);
    expect(form).toContain(`<h1>Change “${SHOWN}”</h1>`);
    expect(form).toContain(`value="${TURNED}"`);
  });

  it("is a dash if all its characters are invisible", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId], "\u200b\u2060 ");
    const list = await read(ana, `/portal/t/${tenantId}/members`);
    expect(list).toMatch(new RegExp(`<a href="[^"]+/members/${ana.personId}">–</a>`));
  });

  it("is unchanged if written left to right, and isolated if written right to left", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId], "José Ñandú");
    expect(await read(ana, `/portal/t/${tenantId}`)).toContain(">José Ñandú</span> <small>");
    const other = await aVisitor("owner", [tenantId], "דנה");
    expect(await read(other, `/portal/t/${tenantId}`)).toContain(">\u2068דנה\u2069</span> <small>");
  });
});

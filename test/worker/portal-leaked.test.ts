import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { aNewOperator, anApiKey, aServiceKey, aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const PAGE = "/portal/leaked";
const idOf = (key: string) => key.slice("rmp_live_".length).slice(0, 10);
const find = async (by: Visitor, text: string) => {
  const answer = await by.post(PAGE, { text });
  expect(answer.status).toBe(200);
  return answer.text();
};

describe("POST /portal/leaked", () => {
  it("200 with the tenant of a whole key and a link to where it is revoked, whatever stands around it", async () => {
    const [operator, tenantId] = [await aVisitor("owner"), await aTenant()];
    const key = await anApiKey(tenantId);
    const page = await find(operator, `curl -H "X-API-Key: ${key}" # from a public gist`);
    expect(page).toContain(`href="/portal/t/${tenantId}/keys/${idOf(key)}"`);
    expect(page).toContain(tenantId);
    expect(page).toContain("all of it");
    const own = await (await operator.get(`/portal/t/${tenantId}/keys/${idOf(key)}`)).text();
    expect(own).toContain(`rmp_live_${idOf(key)}…`);
  });

  it("200 for how it begins, for its id alone, and for one with another secret, which is not the key itself", async () => {
    const [operator, tenantId] = [await aVisitor("owner"), await aTenant()];
    const id = idOf(await anApiKey(tenantId));
    const other = `rmp_live_${id}${"a".repeat(43)}_${"b".repeat(14)}`;
    for (const text of [`rmp_live_${id}`, `rmp_live_${id.slice(0, 8)}…`, id, other]) {
      const page = await find(operator, text);
      expect(page).toContain(`href="/portal/t/${tenantId}/keys/${id}"`);
      expect(page).not.toContain("all of it");
    }
  });

  it("200 for a service key and an access token too, but only to whoever may revoke them", async () => {
    const [owner, operator] = [await aVisitor("owner"), await aVisitor("operator")];
    const text = `${await aServiceKey(["encrypt"])}, ${await aNewOperator()}`;
    const page = await find(owner, text);
    expect(page.match(/all of it/g)).toHaveLength(2);
    expect(page).toContain('href="/portal/service-keys"');
    expect(await find(operator, text)).toContain("names no key or token");
  });

  it("says that a deleted key has ended, and links nowhere", async () => {
    const [operator, tenantId] = [await aVisitor("owner"), await aTenant()];
    const key = await anApiKey(tenantId);
    const path = `/portal/t/${tenantId}/keys/${idOf(key)}`;
    expect((await operator.post(`${path}/delete`)).status).toBe(303);
    const page = await find(operator, key);
    expect(page).toContain(">Ended<");
    expect(page).not.toContain(path);
  });

  it("finds nothing in a text without a key, in both languages", async () => {
    const operator = await aVisitor("owner");
    for (const text of ["hello", "rmp_live_abc", `rmp_live_${"0".repeat(10)}`, "%' or 1=1"]) {
      expect(await find(operator, text)).toContain("names no key or token");
    }
    const spanish = await operator.post(PAGE, { text: "x" }, { "accept-language": "es" });
    expect(await spanish.text()).toContain("no nombra ninguna clave");
  });

  it("puts the key in no answer, no address, no audit line and no log line", async () => {
    const [operator, tenantId] = [await aVisitor("owner"), await aTenant()];
    const key = await anApiKey(tenantId);
    const secret = key.slice("rmp_live_".length + 10);
    const { request, lines } = anApp({}, { LOG_SUCCESS_SHARE: "1" });
    const answer = await request(`http://rampart.test${PAGE}`, {
      method: "POST",
      headers: { cookie: operator.cookie, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ text: key }),
    });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const page = await answer.text();
    expect(page).toContain(idOf(key));
    expect(page).not.toContain(secret);
    expect(lines).toMatchObject([{ event: "request", route: PAGE }]);
    expect(JSON.stringify(lines)).not.toContain(secret);
    const audit =
      "select count(*) as n from audit_log where instr(detail || ifnull(target, ''), ?)";
    expect(await env.DB.prepare(audit).bind(secret).first("n")).toBe(0);
  });

  it("403 for people of a tenant and for operators who may not see keys", async () => {
    const owner = await aVisitor("owner", [await aTenant()]);
    const viewer = await aVisitor("viewer");
    for (const who of [owner, viewer])
      expect((await who.post(PAGE, { text: "x" })).status).toBe(403);
  });
});

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { aMember, aNewOperator, anApiKey, aServiceKey, aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const PAGE = "/portal/leaked";
const idOf = (key: string) => key.slice("rmp_live_".length).slice(0, 10);
const find = async (by: Visitor, text: string) => {
  const answer = await by.post(PAGE, { text });
  expect(answer.status).toBe(200);
  return answer.text();
};

describe("POST /portal/leaked", () => {
  it("gives what was found the focus, and opens its links beside it, since it is on no other page", async () => {
    const [operator, tenantId] = [await aVisitor("owner"), await aTenant()];
    const page = await find(operator, await anApiKey(tenantId));
    const found = /<section[^>]*aria-labelledby="found"[^>]*>.*?<\/section>/.exec(page)?.[0] ?? "";
    expect(found).toMatch(/^<section[^>]* tabindex="-1" autofocus/);
    const links = found.match(/<a [^>]*>/g) ?? [];
    expect(links.some((link) => link.includes(`href="/portal/t/${tenantId}"`))).toBe(true);
    expect(links.filter((link) => !link.includes('target="_blank" rel="noopener"'))).toEqual([]);
    expect(found).toContain("in another tab");
  });

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

  it("revokes an access token of no one tenant, which no page of a tenant lists, and only with that right", async () => {
    const owner = await aVisitor("owner");
    const tokens = [await aMember([await aTenant(), await aTenant()]), await aNewOperator()];
    const page = await find(owner, tokens.join());
    for (const token of tokens) {
      const path = `${PAGE}/tokens/${token.split("_")[2]}/revoke`;
      expect(page).toContain(`action="${path}"`);
      expect((await (await aVisitor("operator")).post(path)).status).toBe(403);
      const answer = await owner.post(path);
      expect(answer.status).toBe(200);
      expect((await call("GET", "/admin/tenants", { as: token })).status).toBe(401);
      expect((await owner.post(path)).status).toBe(200);
      expect(await find(owner, token)).not.toContain(path);
    }
    expect((await owner.post(`${PAGE}/tokens/0123456789/revoke`)).status).toBe(404);
  });

  it("answers the revocation with all that was found, and what was done, and still no secret", async () => {
    const [owner, tenantId] = [await aVisitor("owner"), await aTenant()];
    const [key, whole, part] = [
      await anApiKey(tenantId),
      await aNewOperator(),
      await aNewOperator(),
    ];
    const begun = part.slice(0, "rmp_pat_".length + 10);
    const page = await find(owner, `${key} ${whole} ${begun}`);
    const [, form = ""] =
      new RegExp(`<form[^>]*tokens/${whole.split("_")[2]}/revoke(.*?)</form>`).exec(page) ?? [];
    const fields = [...form.matchAll(/name="(text|whole)" value="([^"]+)"/g)].map(
      ([, name = "", value = ""]): [string, string] => [name, value],
    );
    for (const secret of [key, whole, part].map((one) => one.slice(-40))) {
      expect(page).not.toContain(secret);
    }
    const answer = await owner.post(`${PAGE}/tokens/${whole.split("_")[2]}/revoke`, fields);
    const after = await answer.text();
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(after).toContain('<p role="status" class="flash">Revoked.</p>');
    expect(after).toMatch(/<title>Revoked. Whose key/);
    expect(after).toMatch(/<section[^>]*aria-labelledby="found"[^>]* autofocus/);
    for (const one of [
      key.slice("rmp_live_".length),
      whole.slice("rmp_pat_".length),
      begun.slice(8),
    ]) {
      expect(after).toContain(`<code>${one.slice(0, 10)}</code>`);
    }
    expect(after.match(/all of it/g)).toHaveLength(2);
    expect(after).toContain(">Ended<");
    expect(after).toContain(`/tokens/${begun.slice(8)}/revoke`);
    expect(after).not.toContain(`/tokens/${whole.split("_")[2]}/revoke`);
    expect((await call("GET", "/admin/tenants", { as: part })).status).toBe(200);
  });

  it("looks a text up from the answer to a revocation as from the page itself", async () => {
    const [owner, key, token] = [
      await aVisitor("owner"),
      await anApiKey(await aTenant()),
      await aNewOperator(),
    ];
    const path = `${PAGE}/tokens/${token.split("_")[2]}/revoke`;
    const forms = (await (await owner.post(path)).text()).match(/<form[^>]*>.*?<\/form>/gs) ?? [];
    const form = forms.find((one) => one.includes("<textarea")) ?? "";
    // Without an action a browser sends a form to the address of its page.
    const [, action = path] = /^<form[^>]* action="([^"]+)"/.exec(form) ?? [];
    const page = await (await owner.post(action, { text: key })).text();
    expect(page).toContain("all of it");
    expect(page).not.toContain("Revoked.");
    expect(action).toBe(PAGE);
  });

  it("still says after a revocation that the text names more than was looked up", async () => {
    const [owner, token] = [await aVisitor("owner"), await aNewOperator()];
    const others = Array.from({ length: 20 }, (_, at) => `rmp_live_${at}abc`);
    const page = await find(owner, [token, ...others].join(" "));
    const path = `${PAGE}/tokens/${token.split("_")[2]}/revoke`;
    const [, form = ""] = new RegExp(`<form[^>]*${path}(.*?)</form>`).exec(page) ?? [];
    const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]): [string, string] => [name, value],
    );
    expect(page).toContain("names more than 20");
    expect(await (await owner.post(path, fields)).text()).toContain("names more than 20");
  });

  it("links to the page of the tenant that lists a token of one tenant alone", async () => {
    const [owner, tenantId] = [await aVisitor("owner"), await aTenant()];
    const token = await aMember(tenantId);
    const path = `/portal/t/${tenantId}/tokens`;
    expect(await find(owner, token)).toContain(`href="${path}"`);
    const list = await (await owner.get(path)).text();
    expect(list).toContain(`${path}/${token.split("_")[2]}/revoke`);
  });

  it("finds twenty, and says so of a text that names more", async () => {
    const [operator, tenantId] = [await aVisitor("owner"), await aTenant()];
    const others = (count: number) => Array.from({ length: count }, (_, at) => `rmp_live_${at}abc`);
    const key = await anApiKey(tenantId);
    const enough = await find(operator, [key, ...others(19), key].join("\n"));
    expect(enough).toContain(idOf(key));
    expect(enough).not.toContain("names more than 20");
    const more = await find(operator, [...others(20), key].join("\n"));
    expect(more).not.toContain(idOf(key));
    expect(more).toContain("names more than 20");
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

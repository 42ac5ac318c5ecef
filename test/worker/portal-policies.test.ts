import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { aCode, anAgent } from "../support/agent.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();
const EVERY_ROLE = "every role that has no policy of its own";
const strict = { name: "strict", document: "{}", checkinIntervalSeconds: "30" };

const nested = (lists: number) => `{"a":${"[".repeat(lists)}${"]".repeat(lists)}}`;

let tenantId: string;
let operator: Visitor;
let list: string;
let one: string;

beforeEach(async () => {
  tenantId = await aTenant();
  operator = await aVisitor("owner");
  list = `/portal/t/${tenantId}/policies`;
  one = await make();
});

async function make(name = strict.name): Promise<string> {
  const made = await operator.post(`${list}/new`, { ...strict, name });
  return made.headers.get("location") ?? "";
}

describe("the page of a policy", () => {
  it("shows the roles that have it, also after a form is refused with 400 or 412", async () => {
    await operator.post(`${one}/assign`, { role: "relay" });
    for (const [status, fields] of [
      [400, { document: "[]" }],
      [412, { document: "{}", checkinIntervalSeconds: "30", opened: "of-another" }],
    ] as const) {
      const refused = await operator.post(one, fields);
      expect(refused.status).toBe(status);
      expect(await refused.text()).toContain('<th scope="row">relay</th>');
    }
  });

  it.each([
    ["a number beyond all", '{"a":1e999}', "Must be a smaller number."],
    ["__proto__", '{"a":{"__proto__":{}}}', "May not have this name."],
    ["100 levels", nested(99), "May be nested 99 levels deep at most."],
    ["30,000 levels", nested(29_999), "May be nested 99 levels deep at most."],
    ["the largest u64", '{"most":18446744073709551615}', "Must be a smaller number."],
    ["-2^53 - 1", '{"a":[{"least":-9007199254740993}]}', "Must be a smaller number."],
  ])("400 for a document that would not be stored as it came: %s", async (_, document, fault) => {
    for (const page of [one, `${list}/new`]) {
      const refused = await operator.post(page, { ...strict, document });
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain(fault);
    }
    expect(await textOf(operator.get(one))).toContain("Revision 1");
  });

  it("400 for a role that is too long, kept in its field and with the fault beside it", async () => {
    const role = "x".repeat(65);
    const refused = await operator.post(`${one}/assign`, { role });
    expect(refused.status).toBe(400);
    const page = await refused.text();
    expect(page).toContain(`value="${role}"`);
    expect(page).toMatch(/id="role-fault"[^>]*>[^<]*64/);
    expect(page).toContain('<div tabindex="-1" autofocus="" role="alert">');
    expect(page).toContain("Revision 1");
  });

  it("offers the other roles that codes and assignments of its tenant name", async () => {
    await aCode({ tenantId, roles: ["relay", "<edge>"] });
    await operator.post(`${await make("brief")}/assign`, { role: "printer" });
    await operator.post(`${one}/assign`, { role: "of-this-one" });
    await aCode({ tenantId: await aTenant(), roles: ["elsewhere"] });
    const page = await textOf(operator.get(one));
    const offered = /<datalist id="role-offered">(.*?)<\/datalist>/.exec(page)?.[1] ?? "";
    expect(Array.from(offered.matchAll(/value="([^"]+)"/g), ([, role]) => role)).toEqual([
      "&lt;edge&gt;",
      "printer",
      "relay",
    ]);
  });

  it("has its delete button at the head, not in the section that assigns it", async () => {
    const page = await textOf(operator.get(one));
    const [head = "", assign = ""] = page.split('<section aria-labelledby="assign">');
    expect(head).toContain(`<a class="button danger" href="${one}/delete">Delete</a></div>`);
    expect(assign).toContain(">Assign</button>");
    expect(assign).not.toContain("/delete");
  });

  it("shows a viewer the roles that have it, without buttons", async () => {
    await operator.post(`${one}/assign`, { role: "relay" });
    const page = await textOf((await aVisitor("viewer", [tenantId])).get(one));
    expect(page).toContain('<th scope="row">relay</th>');
    expect(page).not.toContain("take-back");
    expect(page).not.toContain(`${one}/delete`);
  });
});

describe("the assignments of policies", () => {
  it("are listed on the page of a tenant's policies, also a role that has the product's own policy", async () => {
    const brief = await make("brief");
    await operator.post(`${one}/assign`, { role: "relay" });
    await operator.post(`${brief}/assign`, { role: "" });
    await operator.post(`${brief}/assign`, { role: "edge" });
    await operator.post(`${brief}/take-back`, { role: "edge" });
    const page = await textOf((await aVisitor("viewer", [tenantId])).get(list));
    const rows = [...page.matchAll(/<th scope="row">([^<]+)<\/th><td>(.*?)<\/td>/g)];
    expect(rows.map(([, role, policy]) => [role, policy])).toEqual([
      [EVERY_ROLE, `<a href="${brief}">brief</a>`],
      ["edge", "the one of the product"],
      ["relay", `<a href="${one}">strict</a>`],
    ]);
    const other = await aTenant();
    expect(await textOf(operator.get(`/portal/t/${other}/policies`))).not.toContain("relay");
  });

  it("are shown in pages on the policy's page and on the list", async () => {
    const policyId = one.slice(list.length + 1);
    const put = env.DB.prepare(`WITH RECURSIVE n (i) AS (SELECT 100 UNION SELECT i + 1 FROM n
      WHERE i < 650) INSERT INTO policy_assignments SELECT ?, 'role-' || i, ? FROM n`);
    await put.bind(tenantId, policyId).run();
    for (const path of [one, list]) {
      const first = await textOf(operator.get(path));
      expect(first).toContain('<th scope="row">role-149</th>');
      expect(first).not.toContain("role-150");
      expect(first).toContain(`href="${path}?roles=2"`);
      const last = await textOf(operator.get(`${path}?roles=12`));
      expect(last).toContain('<th scope="row">role-650</th>');
    }
    const back = await operator.post(`${one}/take-back?roles=12`, { role: "role-650" });
    expect(back.headers.get("location")).toBe(`${one}?roles=12`);
  });

  it("are shown beside each enrolment code", async () => {
    const policyId = one.slice(list.length + 1);
    const codes = `/portal/t/${tenantId}/codes`;
    const code = { roles: "", maxUses: "1", ttlSeconds: "1" };
    await operator.post(`${codes}/new`, { ...code, policyId });
    const named = await textOf(operator.get(codes));
    expect(named).toContain(`<td><a href="${one}">strict</a></td>`);
    await operator.post(/action="([^"]+\/revoke)"/.exec(named)?.[1] ?? "");
    expect((await operator.post(`${one}/delete`)).status).toBe(303);
    expect(await textOf(operator.get(codes))).toContain("<td>–</td>");
    await operator.post(`${codes}/new`, code);
    expect(await textOf(operator.get(codes))).toContain("<td>by role</td>");
    await aCode({ tenantId, policyId: "default" });
    expect(await textOf(operator.get(codes))).toContain("<td>the one of the product</td>");
  });

  it("are shown on an agent's page, with the role or code that gives the policy", async () => {
    const agent = await anAgent({ tenantId });
    const page = () => textOf(operator.get(`/portal/t/${tenantId}/collectors/${agent.id}`));
    expect(await page()).not.toContain('<small class="below">');
    await operator.post(`${one}/assign`, { role: "" });
    await agent.checkIn({});
    expect(await page()).toContain(`<small class="below">${EVERY_ROLE}</small>`);
    const brief = await make("brief");
    await operator.post(`${brief}/assign`, { role: "collector" });
    await agent.checkIn({});
    expect(await page()).toContain('<small class="below">Role: collector</small>');
    const policyId = one.slice(list.length + 1);
    const named = await anAgent({ tenantId, policyId });
    const own = await textOf(operator.get(`/portal/t/${tenantId}/collectors/${named.id}`));
    expect(own).toContain('<small class="below">Enrolment code</small>');
  });
});

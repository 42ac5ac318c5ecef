import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();

describe("an empty list in the portal", () => {
  it.each([
    ["/collectors", "viewer", "Make an enrolment code", "operator"],
    ["/inspections", "viewer", "Try a message", "analyst"],
  ] as const)(
    "%s suggests to a %s nothing that this role may not do",
    async (path, role, said, more) => {
      const tenantId = await aTenant();
      const home = `/portal/t/${tenantId}`;
      expect(await textOf((await aVisitor(role, [tenantId])).get(home + path))).not.toContain(said);
      expect(await textOf((await aVisitor(more, [tenantId])).get(home + path))).toContain(said);
    },
  );

  it("of tenants suggests creating one only to an operator who may", async () => {
    const path = "/portal/tenants?q=no-such-tenant";
    expect(await textOf((await aVisitor("viewer")).get(path))).not.toContain("Create one");
    expect(await textOf((await aVisitor("owner")).get(path))).toContain("Create one");
  });

  it("of dictionaries says that none fits the search, not that there is none yet", async () => {
    // Other tests leave dictionaries that every tenant reads.
    await env.DB.exec("DELETE FROM dictionaries WHERE tenant_id IS NULL");
    const ana = await aVisitor("owner", [await aTenant()]);
    const list = `${(await ana.get("/portal")).headers.get("location")}/dictionaries`;
    expect(await textOf(ana.get(list))).toContain("There is no dictionary yet");
    const searched = await textOf(ana.get(`${list}?q=no-such-name`));
    expect(searched).toContain("No dictionary fits");
    expect(searched).not.toContain("There is no dictionary yet");
    expect(searched).toContain("Create a dictionary");
  });

  it("of proposed actions says in words how one is proposed, without an address of the API", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const list = await textOf(ana.get(`/portal/t/${tenantId}/actions`));
    expect(list).toContain("somebody asks the assistant about licences or MFA");
    expect(list).not.toMatch(/<main.*\/ai\//s);
  });

  it("of encryption keys says that a webhook endpoint makes one, and not that encrypting does", async () => {
    await env.DB.exec("DELETE FROM keyrings");
    const list = await textOf((await aVisitor("owner")).get("/portal/keyrings"));
    expect(list).toContain("first webhook endpoint makes its key");
    expect(list).not.toMatch(/<main.*\/encryption\//s);
    expect(list).not.toContain("encrypts for a tenant");
  });

  it.each([
    ["/lists", "/lists", { action: "deny", value: "bad.example" }, 303],
    ["/codes", "/codes/new", { maxUses: "1" }, 201],
    [
      "/policies",
      "/policies/new",
      { name: "a", document: "{}", checkinIntervalSeconds: "60" },
      303,
    ],
    ["/documents", "/documents/new", { title: "a", source: "b", text: "c" }, 303],
    [
      "/inspections",
      "/try/antispam",
      { channel: "sms", sender: "+34600000000", body: "hello" },
      200,
    ],
  ])(
    "%s is not called empty beyond its last page, but links back to it",
    async (list, form, fields, status) => {
      const tenantId = await aTenant();
      const ana = await aVisitor("owner", [tenantId]);
      const path = `/portal/t/${tenantId}`;
      expect((await ana.post(path + form, fields as Record<string, string>)).status).toBe(status);
      expect(await textOf(ana.get(path + list))).not.toContain('class="empty"');
      const beyond = await textOf(ana.get(`${path}${list}?page=99`));
      expect(beyond).not.toContain('class="empty"');
      expect(beyond).toContain(`<a rel="prev" href="${path}${list}?page=1">`);
    },
  );

  it("of audit log lines is not called empty behind its oldest line, but links back to the newest", async () => {
    const tenantId = await aTenant();
    const path = `/portal/t/${tenantId}/audit`;
    const beyond = await textOf((await aVisitor("owner", [tenantId])).get(`${path}?cursor=1`));
    expect(beyond).not.toContain('class="empty"');
    expect(beyond).toContain(`<a href="${path}">Newest</a>`);
  });

  it("of all tenants is not called empty beyond its last page", async () => {
    await aTenant();
    const operator = await aVisitor("owner");
    const tenants = await textOf(operator.get("/portal/tenants?page=99"));
    expect(tenants).not.toContain('class="empty"');
  });

  it("shows its first page for a page beyond 100,000 rows, or one that is no number", async () => {
    await aTenant();
    const operator = await aVisitor("owner");
    const first = await operator.get("/portal/tenants");
    const rows = (await first.text()).split("<tr>").length;
    for (const page of ["2001", "0", "two"]) {
      const answer = await operator.get(`/portal/tenants?page=${page}`);
      expect([answer.status, (await answer.text()).split("<tr>").length]).toEqual([200, rows]);
    }
  });
});

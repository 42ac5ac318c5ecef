import { describe, expect, it } from "vitest";
import { aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();

describe("the sections beside a page without a tenant", () => {
  it("are those of the reader's only tenant", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    for (const path of ["/portal/account", "/portal/account/tokens", "/portal/nowhere"]) {
      const page = await textOf(ana.get(path));
      expect(page).toContain(`<a href="/portal/t/${tenantId}/keys">API keys</a>`);
      expect(page).not.toContain(`aria-current="page">Overview`);
    }
  });

  it("are a link to all tenants for a member of several", async () => {
    const ana = await aVisitor("owner", [await aTenant(), await aTenant()]);
    const page = await textOf(ana.get("/portal/account"));
    expect(page).toContain('<a class="aside-link" href="/portal">Overview</a>');
    expect(page).not.toContain('href="/portal/t/');
  });

  it("include no tenant's for an operator", async () => {
    const page = await textOf((await aVisitor("owner")).get("/portal/account"));
    expect(page).not.toContain('href="/portal/t/');
    expect(page).not.toContain('class="aside-link" href="/portal"');
  });
});

describe("the pages of access tokens", () => {
  it("lead back to the account, and the form of a new one to the list too", async () => {
    const ana = await aVisitor("owner", [await aTenant()]);
    const way = '<p class="crumb"><a href="/portal/account">Sign-in and security</a>';
    expect(await textOf(ana.get("/portal/account/tokens"))).toContain(way);
    expect(await textOf(ana.get("/portal/account/tokens/new"))).toContain(
      `${way} › <a href="/portal/account/tokens">Access tokens</a></p>`,
    );
    expect(await textOf(ana.get("/portal/account"))).not.toContain('class="crumb"');
  });
});

describe("a form about one thing", () => {
  it.each([
    ["keys", { name: "Gateway", scopes: "antispam" }, "Gateway", ["edit", "rotate"]],
    [
      "webhooks",
      { url: "http://localhost:9/hook", events: "ping" },
      "http://localhost:9/hook",
      ["edit", "rotate"],
    ],
  ])("leads back to the thing as well as to the list: %s", async (area, fields, name, forms) => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const list = `/portal/t/${tenantId}/${area}`;
    const made = await textOf(ana.post(`${list}/new`, fields));
    const one = /data-after="([^"]+)"/.exec(made)?.[1] ?? "";
    for (const form of forms) {
      expect(await textOf(ana.get(`${one}/${form}`))).toContain(` › <a href="${one}">${name}</a>`);
    }
  });
});

describe("an operator of many tenants", () => {
  it("has a tenant search on the home page, which a member of tenants has not", async () => {
    const page = await textOf((await aVisitor("owner")).get("/portal"));
    expect(page).toMatch(
      /<form method="get" action="\/portal\/tenants"[^]*?<input id="q" name="q"/,
    );
    const theirs = await aVisitor("owner", [await aTenant(), await aTenant()]);
    expect(await textOf(theirs.get("/portal"))).not.toContain('action="/portal/tenants"');
  });

  it("does not read that they belong to no tenant beyond the last page of tenants", async () => {
    const page = await textOf((await aVisitor("owner")).get("/portal?page=1999"));
    expect(page).toContain("This part of the list is empty by now.");
    expect(page).not.toContain("You belong to no tenant");
  });

  it.each(["/portal/fleet/collectors", "/portal/dead-letters", "/portal/audit"])(
    "reads on %s that the filter needs a tenant's full id, and if there is no such tenant",
    async (path) => {
      const tenantId = await aTenant();
      const operator = await aVisitor("owner");
      const unknown = await textOf(operator.get(`${path}?tenant=no-such-one`));
      expect(unknown).toContain('<small id="tenant-hint" class="hint">Its id, in full.</small>');
      expect(unknown).toContain('<strong id="tenant-fault" class="fault">');
      const known = await textOf(operator.get(`${path}?tenant=${tenantId}`));
      expect(known).not.toContain("tenant-fault");
    },
  );
});

describe("the page of a message that was tried", () => {
  it("links an operator from each address in it to a deny entry, but not an analyst", async () => {
    const tenantId = await aTenant();
    const base = `/portal/t/${tenantId}`;
    const body = "Verify at http://bank.example/login or http://bank.example/pay?a=1&b=2";
    const lure = { channel: "sms", sender: "+34600000000", body };
    const ana = await aVisitor("operator", [tenantId]);
    const page = await textOf(ana.post(`${base}/try/antispam`, lure));
    for (const url of ["http://bank.example/login", "http://bank.example/pay?a=1&b=2"]) {
      const query = new URLSearchParams({ action: "deny", value: url }).toString();
      expect(page).toContain(`href="${base}/lists?${query.replace("&", "&amp;")}#add"`);
    }
    const viewer = await aVisitor("analyst", [tenantId]);
    const read = await textOf(viewer.post(`${base}/try/antispam`, lure));
    expect(read).toContain("http://bank.example/login");
    expect(read).not.toContain("/lists?action=deny");
  });
});

import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { copyableOf } from "../support/dialogue.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, visitor } from "../support/visitor.ts";

const WORDS: [string, string][] = [
  ["name", "Lures"],
  ["kind", "terms"],
  ["severity", "high"],
  ["enabled", "yes"],
  ["appliesTo", "agents"],
  ["entries", "premio ;; 40 ;; a lure\nurgente"],
];

async function anOwner() {
  const tenantId = await aTenant();
  return { tenantId, ana: await aVisitor("owner", [tenantId]), base: `/portal/t/${tenantId}` };
}

describe("dictionaries in the portal", () => {
  it("are made, changed and deleted by forms", async () => {
    const { ana, base } = await anOwner();
    const made = await ana.post(`${base}/dictionaries/new`, WORDS);
    expect(made.status).toBe(303);
    const one = made.headers.get("location") ?? "";
    const page = await (await ana.get(one)).text();
    expect(page).toContain("premio ;; 40 ;; a lure\nurgente");
    const opened = /name="opened" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const changed: [string, string][] = [...WORDS.slice(1), ["name", "Baits"], ["opened", opened]];
    expect((await ana.post(one, changed)).status).toBe(303);
    expect((await ana.post(one, changed)).status).toBe(412);
    expect(await (await ana.get(`${base}/dictionaries?q=bait`)).text()).toContain("Baits");
    expect((await ana.get(`${one}/delete`)).status).toBe(200);
    expect((await ana.post(`${one}/delete`)).status).toBe(303);
    expect((await ana.get(one)).status).toBe(404);
  });

  it("400 for a pattern with an open group, and for a weight that is no number", async () => {
    const { ana, base } = await anOwner();
    for (const entries of ["(a", "word ;; heavy"]) {
      const fields = WORDS.filter(([name]) => name !== "entries" && name !== "kind");
      const sent: [string, string][] = [...fields, ["kind", "regex"], ["entries", entries]];
      expect((await ana.post(`${base}/dictionaries/new`, sent)).status).toBe(400);
    }
  });

  it("400 lists each bad entry, and twenty at most", async () => {
    const { ana, base } = await anOwner();
    const told = async (kind: string, entries: readonly string[]) => {
      const fields = WORDS.filter(([name]) => name !== "entries" && name !== "kind");
      const sent: [string, string][] = [...fields, ["kind", kind], ["entries", entries.join("\n")]];
      const page = await (await ana.post(`${base}/dictionaries/new`, sent)).text();
      const fault = /id="entries-fault"[^>]*>(.*?)<\/strong>/s.exec(page)?.[1] ?? "";
      return [...fault.matchAll(/(\d+)(?:, weight)?: /g)].map(([, line]) => line);
    };
    expect(await told("regex", ["(a", "ok", "[b", "(c+)+"])).toEqual(["1", "3", "4"]);
    const many = Array.from({ length: 30 }, (_, at) => `w${at} ;; heavy`);
    expect(await told("terms", many)).toHaveLength(20);
  });

  it("404 for an operator under the address of another tenant", async () => {
    const { ana, base, tenantId } = await anOwner();
    const made = await ana.post(`${base}/dictionaries/new`, WORDS);
    const one = made.headers.get("location") ?? "";
    const operator = await aVisitor("owner");
    expect((await operator.get(one)).status).toBe(200);
    const elsewhere = one.replace(tenantId, await aTenant());
    expect((await operator.get(elsewhere)).status).toBe(404);
    expect((await operator.post(elsewhere, WORDS)).status).toBe(404);
    expect((await operator.post(`${elsewhere}/delete`)).status).toBe(404);
  });
});

async function invite(from: Awaited<ReturnType<typeof anOwner>>, role: string, name = "Beto") {
  const answer = await from.ana.post(`${from.base}/members/invite`, { name, role });
  expect(answer.status).toBe(201);
  const link = new URL(await copyableOf(answer));
  const page = await (await from.ana.get(`${from.base}/members`)).text();
  const id = new RegExp(`members/([^"]+)">${name}<`).exec(page)?.[1] ?? "";
  return { link: link.pathname, one: `${from.base}/members/${id}` };
}

async function enter(link: string) {
  const answer = await visitor("").post(link);
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return { status: answer.status, who: visitor(cookie) };
}

describe("members in the portal", () => {
  it("sign in by the link of their invitation, with the role it gives", async () => {
    const owner = await anOwner();
    const { link } = await invite(owner, "viewer");
    const { status, who } = await enter(link);
    expect(status).toBe(303);
    expect((await who.get(owner.base)).status).toBe(200);
    expect((await who.get(`${owner.base}/members`)).status).toBe(403);
    expect((await owner.ana.post(`${owner.base}/members/invite`, { name: "" })).status).toBe(400);
  });

  it("a recovery link ends the sessions and links before it", async () => {
    const owner = await anOwner();
    const { link, one } = await invite(owner, "viewer");
    const first = await enter(link);
    const answer = await owner.ana.post(`${one}/recover`);
    expect(answer.status).toBe(201);
    const again = new URL(await copyableOf(answer)).pathname;
    expect((await first.who.get(owner.base)).status).toBe(303);
    const second = await owner.ana.post(`${one}/recover`);
    expect((await enter(again)).status).toBe(410);
    expect((await enter(new URL(await copyableOf(second)).pathname)).status).toBe(303);
  });

  it("409 for a role change that would leave another tenant of the member without an owner", async () => {
    const [one, other] = [await aTenant(), await aTenant()];
    const both = await aVisitor("owner", [one, other]);
    await aVisitor("owner", [one]);
    const operator = await aVisitor("owner");
    const change = () =>
      operator.post(`/portal/t/${one}/members/${both.personId}/role`, { role: "viewer" });
    expect((await change()).status).toBe(409);
    await aVisitor("owner", [other]);
    expect((await change()).status).toBe(303);
  });

  it("409 for removing the last owner or lowering their role, even if two owners go at the same time", async () => {
    const owner = await anOwner();
    const self = `${owner.base}/members/${owner.ana.personId}`;
    expect((await owner.ana.post(`${self}/remove`)).status).toBe(409);
    expect((await owner.ana.post(`${self}/role`, { role: "viewer" })).status).toBe(409);
    const { one } = await invite(owner, "owner");
    const both = await Promise.all([
      owner.ana.post(`${self}/role`, { role: "viewer" }),
      owner.ana.post(`${one}/remove`),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409]);
  });

  it("404 for a person of another tenant, 403 for a member who is also in another tenant", async () => {
    const owner = await anOwner();
    const other = await aTenant();
    const stranger = await aVisitor("viewer", [other]);
    const shared = await aVisitor("viewer", [owner.tenantId, other]);
    const of = (personId: string) => `${owner.base}/members/${personId}`;
    expect((await owner.ana.get(of(stranger.personId))).status).toBe(404);
    expect((await owner.ana.post(`${of(stranger.personId)}/remove`)).status).toBe(404);
    expect((await owner.ana.post(`${of(shared.personId)}/recover`)).status).toBe(403);
  });

  it("are signed out within 15 seconds of their removal", async () => {
    const owner = await anOwner();
    const { link, one } = await invite(owner, "viewer");
    const { who } = await enter(link);
    expect((await who.get(owner.base)).status).toBe(200);
    expect((await owner.ana.post(`${one}/remove`)).status).toBe(303);
    const later = anApp({ now: () => Date.now() + 15_000 });
    const outside = await later.request("/portal/account", { headers: { cookie: who.cookie } });
    expect(outside.status).toBe(303);
    expect(outside.headers.get("location")).toBe("/portal/sign-in");
  });

  it("410 for the invitation link of a member removed before signing in", async () => {
    const owner = await anOwner();
    const { link, one } = await invite(owner, "viewer");
    expect((await owner.ana.post(`${one}/remove`)).status).toBe(303);
    const { status, who } = await enter(link);
    expect(status).toBe(410);
    expect((await who.get(owner.base)).status).toBe(303);
  });
});

describe("the audit log of a tenant", () => {
  it("shows actions in that tenant, and none of another tenant", async () => {
    const owner = await anOwner();
    const other = await anOwner();
    await invite(owner, "viewer");
    await other.ana.post(`${other.base}/dictionaries/new`, WORDS);
    const text = await (await owner.ana.get(`${owner.base}/audit`)).text();
    expect(text).toContain("<td>Person invited</td>");
    expect(text).not.toContain("<td>Dictionary created</td>");
    const none = await owner.ana.get(`${owner.base}/audit?action=no.such`);
    expect(await none.text()).toContain("Nothing fits");
  });

  it("has a line when an operator reads the tenant's data", async () => {
    const owner = await anOwner();
    const operator = await aVisitor("viewer");
    await operator.get(`${owner.base}/usage`);
    const text = await (await owner.ana.get(`${owner.base}/audit?action=tenants.read`)).text();
    expect(text).toContain(operator.personId);
    expect(text).toContain("GET /portal/t/:tenantId/usage");
  });
});

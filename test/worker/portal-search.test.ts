import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aMember, anOperator, aServiceKey, aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const SEARCH = /<input id="q" name="q" type="search" value="([^"]*)"/;
const textOf = async (by: Visitor, path: string, language = "en") =>
  (await by.get(path, { "accept-language": language })).text();

/** A list of which one row is found by “ñeedle”. */
interface Place {
  by: Visitor;
  path: string;
  /** How many rows there are without a search. */
  rows: number;
}

const named = (at: number) => (at === 0 ? "the Ñeedle" : `hay ${at}`);

async function make(as: string, path: string, body: object, naming = "name") {
  for (let at = 0; at < 3; at += 1) {
    const answer = await call("POST", path, { as, body: { ...body, [naming]: named(at) } });
    expect(answer.status).toBeLessThan(300);
  }
}

async function ofTenant() {
  const tenantId = await aTenant();
  const by = await aVisitor("owner", [tenantId], "Zoe");
  return { tenantId, by, as: await aMember(tenantId), base: `/portal/t/${tenantId}` };
}

const places: Record<string, () => Promise<Place>> = {
  "API keys": async () => {
    const { tenantId, by, as, base } = await ofTenant();
    await make(as, `/admin/tenants/${tenantId}/api-keys`, { scopes: ["urlsearch"] });
    return { by, path: `${base}/keys`, rows: 3 };
  },
  "tokens of a tenant": async () => {
    const { by, as, base } = await ofTenant();
    await make(as, "/admin/tokens", { permissions: ["fleet:read"] });
    return { by, path: `${base}/tokens`, rows: 4 };
  },
  "own tokens": async () => {
    const { by } = await ofTenant();
    for (let at = 0; at < 3; at += 1) {
      const fields = { name: named(at), permissions: "fleet:read" };
      expect((await by.post("/portal/account/tokens/new", fields)).status).toBe(201);
    }
    return { by, path: "/portal/account/tokens", rows: 3 };
  },
  "enrolment codes": async () => {
    const { tenantId, by, as, base } = await ofTenant();
    await make(as, "/admin/enrollment-codes", { tenantId }, "region");
    return { by, path: `${base}/codes`, rows: 3 };
  },
  members: async () => {
    const { tenantId, by, base } = await ofTenant();
    for (let at = 0; at < 3; at += 1) await aVisitor("viewer", [tenantId], named(at));
    return { by, path: `${base}/members`, rows: 4 };
  },
  documents: async () => {
    const { tenantId, by, as, base } = await ofTenant();
    await make(as, "/ai/documents", { tenantId, source: "wiki", text: "Something." }, "title");
    return { by, path: `${base}/documents`, rows: 3 };
  },
};

const rowsOf = (page: string) => [...page.matchAll(/<th scope="row">/g)].length;

describe.each(Object.entries(places))("the page of %s", (_what, begin) => {
  it("is searched by a part of a name, shows what was typed, and keeps it from page to page", async () => {
    const { by, path, rows } = await begin();
    expect(rowsOf(await textOf(by, path))).toBeGreaterThanOrEqual(rows);
    const found = await textOf(by, `${path}?q=%C3%B1EEDLE`);
    expect([rowsOf(found), SEARCH.exec(found)?.[1]]).toEqual([1, "ñEEDLE"]);
    expect(found).toContain("the Ñeedle");
    expect(found).toContain(`<a class="button" href="${path}">Clear the filter`);
    const two = await textOf(by, `${path}?q=hay&limit=1&page=2`);
    expect(two).toContain('<a rel="prev" href="');
    expect(two).toMatch(/rel="prev" href="[^"]*\?q=hay[^"]*page=1"/);
  });

  it("says so if nothing fits, with the search still there, in both languages", async () => {
    const { by, path } = await begin();
    const none = await textOf(by, `${path}?q=no-such-row`);
    expect([rowsOf(none), SEARCH.exec(none)?.[1]]).toEqual([0, "no-such-row"]);
    expect(none).toMatch(/(Nothing|No document) fits/);
    const spanish = await textOf(by, `${path}?q=no-such-row`, "es");
    expect(spanish).toMatch(/(Nada|Ningún documento) coincide/);
    expect(spanish).toContain('<label for="q">Buscar</label>');
  });
});

it("an empty list of tokens, keys or codes offers no search", async () => {
  const { by, base } = await ofTenant();
  for (const path of [`${base}/keys`, `${base}/codes`, "/portal/account/tokens"]) {
    expect(await textOf(by, path)).not.toMatch(SEARCH);
  }
});

it("service keys and operators are searched by operators", async () => {
  const by = await aVisitor("owner", undefined, "Op 1");
  const as = await anOperator();
  await aServiceKey();
  const body = { name: `Vault ${by.personId}`, operations: ["encrypt"] };
  expect((await call("POST", "/admin/service-keys", { as, body })).status).toBe(201);
  const keys = await textOf(by, `/portal/service-keys?q=vault+${by.personId}`);
  expect(rowsOf(keys)).toBe(1);
  const people = await textOf(by, `/portal/operators?q=${by.personId}`);
  expect(rowsOf(people)).toBe(1);
});

describe("what is done in a list that is searched", () => {
  it("leads back to the same search and page", async () => {
    const { by, as, base } = await ofTenant();
    await make(as, "/admin/tokens", { permissions: ["fleet:read"] });
    const at = `${base}/tokens?q=%C3%B1eedle&page=1`;
    const [, action = ""] = /action="([^"]+\/revoke[^"]*)"/.exec(await textOf(by, at)) ?? [];
    const answer = await by.post(action.replaceAll("&amp;", "&"));
    expect([answer.status, answer.headers.get("location")]).toEqual([303, at]);
  });

  it("a refused code stays beside the search, which goes to the list", async () => {
    const { by, base } = await ofTenant();
    const answer = await by.post(`${base}/codes/new?q=collector`, { maxUses: "0" });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain(`<form method="get" action="${base}/codes" class="filters">`);
    expect(SEARCH.exec(page)?.[1]).toBe("collector");
  });

  it("a refused invitation stays beside the search, which goes to the list", async () => {
    const { by, base } = await ofTenant();
    const answer = await by.post(`${base}/members/invite?q=zoe`, { name: "", role: "viewer" });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain(`<form method="get" action="${base}/members" class="filters">`);
    expect(SEARCH.exec(page)?.[1]).toBe("zoe");
  });
});

it("people of another tenant are never found, nor restricted documents of others", async () => {
  const [mine, others] = [await ofTenant(), await ofTenant()];
  await aVisitor("viewer", [others.tenantId], "Needle");
  expect(rowsOf(await textOf(mine.by, `${mine.base}/members?q=needle`))).toBe(0);
  const body = {
    tenantId: mine.tenantId,
    title: "Needle",
    source: "wiki",
    text: "x.",
    acl: ["role:owner"],
  };
  expect((await call("POST", "/ai/documents", { as: mine.as, body })).status).toBe(202);
  const path = `${mine.base}/documents?q=needle`;
  expect(rowsOf(await textOf(mine.by, path))).toBe(1);
  const viewer = await aVisitor("analyst", [mine.tenantId]);
  expect(rowsOf(await textOf(viewer, path))).toBe(0);
});

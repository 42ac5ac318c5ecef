import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { MAX_ENTRIES } from "../../../src/intel/tenant-lists/schemas.ts";
import { liveEntries } from "../../../src/intel/tenant-lists/store.ts";
import { database } from "../../../src/platform/index.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { dyingDatabase } from "../../support/dying-database.ts";
import { aCaller, aName, anotherIsolate, aSource, upload } from "../../support/intel.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";

interface Entry {
  id: string;
  type: string;
  value: string;
}

async function add(tenantId: string, body: object): Promise<Response> {
  const path = `/admin/tenants/${tenantId}/intel/entries`;
  return call("POST", path, { as: await aMember(tenantId), body });
}

async function entry(tenantId: string, action: string, value: string): Promise<Entry> {
  const answer = await add(tenantId, { action, value });
  expect([200, 201]).toContain(answer.status);
  return answer.json();
}

/** Writes `count` entries without the API. */
async function fill(
  tenantId: string,
  count: number,
  expiresAt: number | null,
  ending = ".full.test",
): Promise<void> {
  const rows = env.DB.prepare(`WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n
      WHERE at < ?2)
    INSERT INTO intel_entries (id, tenant_id, action, type, value, note, created_by, created_at,
      updated_at, expires_at)
    SELECT ?1 || at, ?1, 'deny', 'domain', at || ?4, '', 'test', at, at, ?3 FROM n`);
  await rows.bind(tenantId, count, expiresAt, ending).run();
}

async function totalOf(tenantId: string): Promise<number> {
  const path = `/admin/tenants/${tenantId}/intel/entries`;
  const answer = await call("GET", path, { as: await aMember(tenantId) });
  return (await answer.json<{ total: number }>()).total;
}

function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

describe("POST /admin/tenants/{tenantId}/intel/entries", () => {
  it.each([
    ["_Mail.Evil[.]TEST", "domain", "_mail.evil.test"],
    ["http://evil.test/a/../b?c", "url", "evil.test/b?c"],
    ["203.0.113.7", "ip", "203.0.113.7"],
    ["203.0.113.9/29", "ip", "203.0.113.8-203.0.113.15"],
    ["2001:DB8::/32", "ip", "2001:db8::-2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["as 64500", "asn", "AS64500"],
    ["as64500.test", "domain", "as64500.test"],
    ["[2001:DB8::7]", "ip", "2001:db8::7"],
    ["Some.One@Evil.test", "email", "some.one@evil.test"],
  ])("201 for %s, stored as type %s", async (value, type, stored) => {
    const made = await entry(await aTenant(), "deny", value);
    expect(made).toMatchObject({ type, value: stored });
  });

  it("200 for a value that has an entry, which is replaced", async () => {
    const tenantId = await aTenant();
    const first = await entry(tenantId, "allow", "evil.test");
    const answer = await add(tenantId, { action: "deny", value: "EVIL.test." });
    expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
    expect(await answer.json()).toMatchObject({ id: first.id, action: "deny" });
    const path = `/admin/tenants/${tenantId}/intel/entries`;
    const listed = await call("GET", path, { as: await aMember(tenantId) });
    expect(await listed.json()).toMatchObject({
      total: 1,
      items: [{ action: "deny", value: "evil.test" }],
    });
  });

  it("201 for an entry with expiresAt, which counts until then and no longer", async () => {
    const tenantId = await aTenant();
    const expiresAt = inSeconds(60);
    await add(tenantId, { action: "deny", value: "evil.test", expiresAt });
    const read = async (early: number) =>
      (await liveEntries(database(env), tenantId, Date.parse(expiresAt) - early)).length;
    expect([await read(1), await read(0)]).toEqual([1, 0]);
  });

  it("200 for a value that has an entry also replaces its expiresAt and note, or clears them", async () => {
    const tenantId = await aTenant();
    const value = "evil.test";
    for (const more of [{ expiresAt: inSeconds(60), note: "for now" }, {}]) {
      const made = await add(tenantId, { action: "deny", value, ...more });
      expect(await made.json()).toMatchObject({ expiresAt: null, note: "", ...more });
    }
  });

  it.each([
    ["no action", { value: "a.test" }],
    ["an unknown action", { action: "block", value: "a.test" }],
    ["no value", { action: "deny" }],
    ["a value of no type", { action: "deny", value: "two words" }],
    ["a block with an impossible width", { action: "deny", value: "203.0.113.0/33" }],
    ["a block of three numbers", { action: "deny", value: "203.0.113/24" }],
    ["a value of another type", { action: "deny", value: "a.test", type: "ip" }],
    ["a field too many", { action: "deny", value: "a.test", tenantId: "x" }],
  ])("400 for %s", async (_case, body) => {
    expect((await add(await aTenant(), body)).status).toBe(400);
  });

  it("400 for an expiresAt that does not lie ahead, and the entry of before stays", async () => {
    const tenantId = await aTenant();
    await entry(tenantId, "allow", "kept.test");
    for (const seconds of [-86_400, 0]) {
      const expiresAt = inSeconds(seconds);
      const refused = await add(tenantId, { action: "deny", value: "kept.test", expiresAt });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        message: '"expiresAt" must lie ahead.',
        details: [{ path: "expiresAt", message: "must lie ahead" }],
      });
    }
    const listed = await call("GET", `/admin/tenants/${tenantId}/intel/entries`, {
      as: await aMember(tenantId),
    });
    expect(await listed.json()).toMatchObject({
      total: 1,
      items: [{ action: "allow", expiresAt: null }],
    });
    const ahead = { action: "deny", value: "kept.test", expiresAt: inSeconds(60) };
    expect((await add(tenantId, ahead)).status).toBe(200);
  });

  it("409 when the list is full; 200 for a value it has, 201 for a new one once entries expired", async () => {
    const tenantId = await aTenant();
    await fill(tenantId, MAX_ENTRIES, Date.now() + 3_600_000);
    expect((await add(tenantId, { action: "deny", value: "more.test" })).status).toBe(409);
    expect((await add(tenantId, { action: "allow", value: "1.full.test" })).status).toBe(200);
    const expire = env.DB.prepare("UPDATE intel_entries SET expires_at = 1 WHERE tenant_id = ?1");
    await expire.bind(tenantId).run();
    expect((await add(tenantId, { action: "deny", value: "more.test" })).status).toBe(201);
    expect(await totalOf(tenantId)).toBe(1);
  });

  it("201 on a full list from the moment its entries expire; expired ones stay if there is room", async () => {
    const tenantId = await aTenant();
    const end = Date.now() + 60_000;
    await fill(tenantId, MAX_ENTRIES, end);
    const authorization = `Bearer ${await aMember(tenantId)}`;
    const addAt = async (now: number, value: string) => {
      const path = `/admin/tenants/${tenantId}/intel/entries`;
      const headers = { authorization, "content-type": "application/json" };
      const body = JSON.stringify({ action: "deny", value, expiresAt: inSeconds(3_600) });
      const isolate = anotherIsolate({ now: () => now });
      return (await isolate.request(path, { method: "POST", headers, body })).status;
    };
    expect(await addAt(end - 1, "more.test")).toBe(409);
    expect(await totalOf(tenantId)).toBe(MAX_ENTRIES);
    expect(await addAt(end, "more.test")).toBe(201);
    expect(await totalOf(tenantId)).toBe(1);
    const expire = env.DB.prepare("UPDATE intel_entries SET expires_at = 1 WHERE tenant_id = ?1");
    await expire.bind(tenantId).run();
    expect(await addAt(end, "another.test")).toBe(201);
    expect(await totalOf(tenantId)).toBe(2);
  });

  it("409 for a URL beyond the bound on the entries' total length; 201 for a short name, 200 to replace it", async () => {
    const tenantId = await aTenant();
    const ending = `.test/${"a".repeat(1_990)}`;
    await fill(tenantId, 1_000, null, ending);
    const url = (at: number) => ({ action: "deny", type: "url", value: `http://${at}${ending}` });
    expect((await add(tenantId, url(1_001))).status).toBe(409);
    expect((await add(tenantId, { action: "deny", value: "short.test" })).status).toBe(201);
    expect((await add(tenantId, { action: "allow", value: "short.test" })).status).toBe(200);
    expect(await totalOf(tenantId)).toBe(1_001);
  });

  it("writes one audit line for each change made and no other, wherever D1 fails; so does DELETE", async () => {
    const traces = async (tenantId: string, action: string) => {
      const path = `/admin/audit?tenantId=${tenantId}&action=intel.entry_${action}`;
      const log = await call("GET", path, { as: await anOperator() });
      return (await log.json<{ total: number }>()).total;
    };
    for (let calls = 0; calls < 6; calls += 1) {
      const tenantId = await aTenant();
      const path = `/admin/tenants/${tenantId}/intel/entries`;
      const authorization = `Bearer ${await aMember(tenantId)}`;
      const headers = { authorization, "content-type": "application/json" };
      const body = JSON.stringify({ action: "deny", value: "evil.test" });
      const ask = (way: string, init: RequestInit) =>
        anApp({}, { DB: dyingDatabase(calls) }).request(way, { ...init, headers });
      await ask(path, { method: "POST", body });
      expect([calls, await traces(tenantId, "put")]).toEqual([calls, await totalOf(tenantId)]);
      const { id } = await entry(tenantId, "deny", "other.test");
      const before = await totalOf(tenantId);
      await ask(`${path}/${id}`, { method: "DELETE" });
      const gone = before - (await totalOf(tenantId));
      expect([calls, await traces(tenantId, "removed")]).toEqual([calls, gone]);
    }
  });

  it("404 for another tenant and for a tenant that does not exist", async () => {
    const body = { action: "deny", value: "a.test" };
    const as = await aMember(await aTenant());
    const foreign = `/admin/tenants/${await aTenant()}/intel/entries`;
    expect((await call("POST", foreign, { as, body })).status).toBe(404);
    const nowhere = "/admin/tenants/nobody-at-all/intel/entries";
    expect((await call("POST", nowhere, { as: await anOperator(), body })).status).toBe(404);
  });
});

describe("a tenant's own lists", () => {
  it("overrule every source, for that tenant only", async () => {
    const source = await aSource();
    const name = aName();
    await upload(source, name);
    const [mine, other] = [await aCaller(), await aCaller()];
    await entry(mine.tenantId, "allow", name);
    expect(await mine.ask("dnssearch", `www.${name}`)).toEqual({
      type: "domain",
      value: `www.${name}`,
      disposition: "clean",
      threatLevel: 0,
      confidence: 100,
      categories: ["tenant-allow-list"],
      sources: ["tenant-allow-list"],
      found: true,
    });
    expect((await other.ask("dnssearch", name)).disposition).toBe("malicious");
  });

  it("deny values that no source lists, of every type", async () => {
    const caller = await aCaller();
    const name = aName();
    for (const value of [name, "198.18.5.0/24", "10.9.8.7", "2001:db8:5::1", "AS65001"]) {
      await entry(caller.tenantId, "deny", value);
    }
    const denied = { disposition: "malicious", threatLevel: 100, sources: ["tenant-deny-list"] };
    expect(await caller.ask("dnssearch", `a.b.${name}`)).toMatchObject(denied);
    expect(await caller.ask("urlsearch", `http://${name}/any/page`)).toMatchObject(denied);
    expect(await caller.ask("ipsearch", "198.18.5.77")).toMatchObject(denied);
    expect(await caller.ask("ipsearch", "10.9.8.7")).toMatchObject(denied);
    expect(await caller.ask("ipsearch", "2001:DB8:5::1")).toMatchObject(denied);
    expect(await caller.ask("ipsearch", "AS65001")).toMatchObject(denied);
    expect(await caller.ask("urlsearch", "http://198.18.5.1/x")).toMatchObject(denied);
    expect((await caller.ask("ipsearch", "198.18.6.1")).found).toBe(false);
  });

  it("let the most specific entry decide", async () => {
    const caller = await aCaller();
    const name = aName();
    await entry(caller.tenantId, "deny", name);
    await entry(caller.tenantId, "allow", `good.${name}`);
    await entry(caller.tenantId, "deny", `http://good.${name}/bad/`);
    const ask = async (url: string) => (await caller.ask("urlsearch", url)).disposition;
    expect(await ask(`http://x.${name}/`)).toBe("malicious");
    expect(await ask(`http://good.${name}/`)).toBe("clean");
    expect(await ask(`http://good.${name}/bad/page`)).toBe("malicious");
    await entry(caller.tenantId, "deny", "198.18.0.0/16");
    await entry(caller.tenantId, "allow", "198.18.7.0/24");
    expect((await caller.ask("ipsearch", "198.18.7.1")).disposition).toBe("clean");
    expect((await caller.ask("ipsearch", "198.18.8.1")).disposition).toBe("malicious");
  });

  it("deny a redirector's URL if it or its target is denied, and allow it only if both are allowed", async () => {
    const caller = await aCaller();
    const [bad, listed] = [aName(), aName()];
    await upload(await aSource(), listed);
    const ask = async (name: string) => {
      const url = `https://www.google.com/url?q=http://${name}/`;
      return (await caller.ask("urlsearch", url)).disposition;
    };
    await entry(caller.tenantId, "deny", bad);
    expect(await ask(bad)).toBe("malicious");
    const before = await ask(listed);
    expect(before).not.toBe("clean");
    await entry(caller.tenantId, "allow", "google.com");
    expect(await ask(bad)).toBe("malicious");
    expect(await ask(listed)).toBe(before);
    expect(await ask(aName())).not.toBe("clean");
    await entry(caller.tenantId, "allow", listed);
    expect(await ask(listed)).toBe("clean");
    await entry(caller.tenantId, "deny", "google.com");
    expect(await ask(listed)).toBe("malicious");
  });

  it("do not count an expired entry, nor a deleted one at once in the isolate that deleted it", async () => {
    const caller = await aCaller();
    const ahead = aName();
    const body = { action: "deny", value: ahead, expiresAt: inSeconds(60) };
    const made = await add(caller.tenantId, body);
    const { id } = await made.json<Entry>();
    expect((await caller.ask("dnssearch", ahead)).found).toBe(true);
    const later = anotherIsolate({ now: () => Date.now() + 61_000 });
    const path = `/admin/intel/explain?value=${ahead}&tenantId=${caller.tenantId}`;
    const headers = { authorization: `Bearer ${await anOperator()}` };
    const explained = await later.request(path, { headers });
    expect(await explained.json()).toMatchObject({
      verdict: { found: false },
    });
    const own = `/admin/tenants/${caller.tenantId}/intel/entries/${id}`;
    const as = await aMember(caller.tenantId);
    const other = await aTenant();
    const foreign = `/admin/tenants/${other}/intel/entries/${id}`;
    expect((await call("DELETE", foreign, { as: await aMember(other) })).status).toBe(404);
    expect((await call("DELETE", own, { as })).status).toBe(204);
    expect((await caller.ask("dnssearch", ahead)).found).toBe(false);
    expect((await call("DELETE", own, { as })).status).toBe(404);
  });

  it("do not count an expired entry in an isolate that has it in memory, nor in an export", async () => {
    const caller = await aCaller();
    const [name, stays] = [aName(), aName()];
    await entry(caller.tenantId, "deny", stays);
    let now = Date.now();
    const isolate = anotherIsolate({ now: () => now });
    const found = async () => (await caller.ask("dnssearch", name, undefined, isolate)).found;
    const body = { action: "deny", value: name, expiresAt: inSeconds(5) };
    expect((await add(caller.tenantId, body)).status).toBe(201);
    expect(await found()).toBe(true);
    const listed = async () => {
      const { headers } = caller;
      const answer = await isolate.request("/api/v1/exports/domain.txt", { headers });
      const lines = (await answer.text()).split("\n");
      return { tag: answer.headers.get("etag"), has: lines.includes(name), lines };
    };
    const before = await listed();
    expect(before.has).toBe(true);
    now += 6_000;
    expect(await found()).toBe(false);
    const after = await listed();
    expect([after.has, after.lines.includes(stays)]).toEqual([false, true]);
    expect(after.tag).not.toBe(before.tag);
  });

  it("write a line in the audit log for each entry made and removed", async () => {
    const tenantId = await aTenant();
    const { id: target } = await entry(tenantId, "deny", "evil.test");
    const as = await anOperator();
    await call("DELETE", `/admin/tenants/${tenantId}/intel/entries/${target}`, { as });
    for (const action of ["intel.entry_put", "intel.entry_removed"]) {
      const path = `/admin/audit?tenantId=${tenantId}&action=${action}`;
      expect(await (await call("GET", path, { as })).json()).toMatchObject({
        total: 1,
        items: [{ target, detail: { action: "deny", type: "domain", value: "evil.test" } }],
      });
    }
  });
});

describe("GET /admin/intel/explain", () => {
  it("200 with each piece of evidence and its share of the verdict, zero within the same lineage", async () => {
    const name = aName();
    const strong = await aSource({ lineage: `one-${name}` });
    const weak = await aSource({ lineage: `one-${name}`, reliability: 0.8 });
    const other = await aSource({ lineage: `two-${name}`, reliability: 0.5 });
    for (const source of [strong, weak, other]) await upload(source, name);
    const as = await anOperator();
    const answer = await call("GET", `/admin/intel/explain?value=www.${name}`, { as });
    expect(answer.status).toBe(200);
    const { verdict, evidence } = await answer.json<{
      verdict: object;
      evidence: { source: string; share: number; weight: number; scope: string }[];
    }>();
    expect(verdict).toMatchObject({ type: "domain", found: true });
    expect(evidence.map(({ source }) => source)).toEqual([strong, other, weak]);
    expect(evidence[0]).toMatchObject({ scope: "parent", weight: 0.54, specificity: 0.6 });
    const shares = evidence.map(({ share }) => share);
    expect(shares[2]).toBe(0);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 1);
  });

  it("200 with the tenant's entry that decided", async () => {
    const tenantId = await aTenant();
    const { id } = await entry(tenantId, "deny", "evil.test");
    const path = `/admin/intel/explain?value=evil.test&tenantId=${tenantId}`;
    const answer = await call("GET", path, { as: await anOperator() });
    expect(await answer.json()).toMatchObject({ tenantEntry: { id, action: "deny" } });
  });

  it("400 without a value, 403 for a tenant's owner", async () => {
    const explain = "/admin/intel/explain";
    expect((await call("GET", explain, { as: await anOperator() })).status).toBe(400);
    const as = await aMember(await aTenant());
    expect((await call("GET", `${explain}?value=a.test`, { as })).status).toBe(403);
  });
});

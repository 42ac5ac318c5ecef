import { env } from "cloudflare:workers";
import { afterAll, describe, expect, it } from "vitest";
import { call } from "../../support/call.ts";
import { aCaller, anotherIsolate } from "../../support/intel.ts";
import { closeTenant } from "../../support/erasure.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";
import type { BatchResult, Entry } from "../../../src/intel/tenant-lists/answers.ts";

const ENTRIES = (tenantId: string) => `/admin/tenants/${tenantId}/intel/entries`;

async function batch(tenantId: string, body: object): Promise<Response> {
  const as = await aMember(tenantId);
  return call("POST", `${ENTRIES(tenantId)}/batch`, { as, body });
}

async function asOperator(tenantId: string, body: object): Promise<Response> {
  return call("POST", `${ENTRIES(tenantId)}/batch`, { as: await anOperator(), body });
}

async function done(tenantId: string, body: object): Promise<BatchResult> {
  const answer = await batch(tenantId, body);
  expect(answer.status).toBe(200);
  return answer.json();
}

async function list(tenantId: string, query = ""): Promise<{ total: number; items: Entry[] }> {
  const as = await aMember(tenantId);
  return (await call("GET", `${ENTRIES(tenantId)}${query}`, { as })).json();
}

async function trail(tenantId: string): Promise<Record<string, unknown>[]> {
  const path = `/admin/audit?tenantId=${tenantId}`;
  const answer = await call("GET", path, { as: await anOperator() });
  const { items } = await answer.json<{ items: Record<string, unknown>[] }>();
  return items.filter(({ action }) => String(action).startsWith("intel.entry"));
}

/** Writes entries of the label "full" without the API. */
async function fill(tenantId: string, count: number): Promise<void> {
  const rows = env.DB.prepare(`WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n
      WHERE at < ?2)
    INSERT INTO intel_entries (id, tenant_id, action, type, value, note, created_by, created_at,
      updated_at, label)
    SELECT ?1 || at, ?1, 'deny', 'domain', at || '.full.test', '', 'test', at, at, 'full' FROM n`);
  await rows.bind(tenantId, count).run();
}

// Tests of erasure read whole tables, and one answer of the database holds 32 MiB.
afterAll(async () => {
  await env.DB.prepare("DELETE FROM intel_entries WHERE value LIKE '%.full.test'").run();
});

const valuesOf = ({ items }: { items: Entry[] }) => items.map(({ value }) => value).sort();
const named = (...values: string[]) => values.map((value) => ({ value }));
const many = (count: number, ending: string) =>
  named(...Array.from({ length: count }, (_, at) => `n${at}.${ending}`));

describe("POST /admin/tenants/{tenantId}/intel/entries/batch", () => {
  it("200 for what a closed tenant removes, as one by one; 403 for what would put entries there", async () => {
    const tenantId = await aTenant();
    await done(tenantId, { action: "deny", label: "ours", entries: named("a.test", "b.test") });
    await closeTenant(tenantId);
    const remove = { mode: "remove", entries: named("a.test") };
    const put = { action: "deny", label: "ours", entries: named("b.test") };
    const status = async (body: object) => (await asOperator(tenantId, body)).status;
    expect(await status(put)).toBe(403);
    expect(await status({ ...put, mode: "replace" })).toBe(403);
    expect(await status({ ...remove, dryRun: true })).toBe(200);
    expect(await (await asOperator(tenantId, remove)).json()).toMatchObject({ removed: 1 });
  });

  it("200 with what became of each entry, and one line in the audit log", async () => {
    const tenantId = await aTenant();
    await done(tenantId, { action: "deny", label: "theirs", entries: named("held.test") });
    const entries = [
      { value: "EVIL.test." },
      { value: "two words" },
      { value: "evil.test", action: "allow" },
      { value: "held.test" },
      { value: "198.51.100.0/24", note: "scan" },
      { value: "old.test", expiresAt: "2020-01-01T00:00:00Z" },
    ];
    const result = await done(tenantId, { action: "deny", label: "ours", entries });
    expect(result.items.map(({ at, state }) => [at, state])).toEqual([
      [0, "added"],
      [1, "refused"],
      [2, "repeated"],
      [3, "other_label"],
      [4, "added"],
      [5, "refused"],
    ]);
    expect(result.items[1]?.reason).toMatch(/./);
    expect(result).toMatchObject({ added: 2, changed: 0, removed: 0, skipped: 2, refused: 2 });
    expect(valuesOf(await list(tenantId, "?label=ours"))).toEqual([
      "198.51.100.0-198.51.100.255",
      "evil.test",
    ]);
    const [line, ...before] = await trail(tenantId);
    expect(before).toHaveLength(1);
    expect(line).toMatchObject({
      action: "intel.entry_put",
      detail: { set: "ours", added: 2, changed: 0, removed: 0 },
    });
  });

  it("200 for the same batch again, which changes nothing and leaves no line", async () => {
    const tenantId = await aTenant();
    const body = {
      mode: "replace",
      action: "deny",
      label: "feed",
      entries: many(300, "again.test"),
    };
    expect(await done(tenantId, body)).toMatchObject({ added: 300 });
    const before = await list(tenantId);
    expect(await done(tenantId, body)).toMatchObject({ added: 0, changed: 0, unchanged: 300 });
    expect(await list(tenantId)).toEqual(before);
    expect(await trail(tenantId)).toHaveLength(1);
  });

  it("200 for a set that is replaced: what is no longer in it goes, and nothing else", async () => {
    const tenantId = await aTenant();
    await done(tenantId, { action: "allow", entries: named("mine.test", "c.test") });
    const set = { mode: "replace", action: "deny", label: "feed" };
    await done(tenantId, { ...set, entries: named("a.test", "b.test") });
    const result = await done(tenantId, {
      ...set,
      note: "why",
      entries: named("b.test", "c.test"),
    });
    expect(result).toMatchObject({ added: 0, changed: 1, removed: 1, skipped: 1 });
    expect(result.items.at(-1)).toEqual({ state: "removed", type: "domain", value: "a.test" });
    const { items } = await list(tenantId);
    const shown = items.map((one) => [one.value, [one.action, one.label, one.note]] as const);
    expect(Object.fromEntries(shown)).toEqual({
      "b.test": ["deny", "feed", "why"],
      "c.test": ["allow", "", ""],
      "mine.test": ["allow", "", ""],
    });
    expect(await done(tenantId, { ...set, entries: [] })).toMatchObject({ removed: 1 });
    expect((await trail(tenantId))[0]).toMatchObject({ action: "intel.entry_removed" });
  });

  it("200 for a trial, which says the same and changes nothing", async () => {
    const tenantId = await aTenant();
    const body = { action: "deny", entries: named("a.test", "bad one") };
    const tried = await done(tenantId, { ...body, dryRun: true });
    expect([(await list(tenantId)).total, await trail(tenantId)]).toEqual([0, []]);
    expect({ ...(await done(tenantId, body)), dryRun: true }).toEqual(tried);
  });

  it("200 for a removal of entries, whatever their label unless one is named", async () => {
    const tenantId = await aTenant();
    await done(tenantId, { action: "deny", label: "x", entries: named("a.test", "b.test") });
    await done(tenantId, { action: "deny", entries: named("c.test") });
    const result = await done(tenantId, { mode: "remove", entries: named("A.test", "z.test") });
    expect(result.items.map(({ state }) => state)).toEqual(["removed", "absent"]);
    const left = await done(tenantId, {
      mode: "remove",
      label: "x",
      entries: named("b.test", "c.test"),
    });
    expect(left.items.map(({ state }) => state)).toEqual(["removed", "other_label"]);
    expect(valuesOf(await list(tenantId))).toEqual(["c.test"]);
  });

  it("counts in other isolates within 30 seconds", async () => {
    const caller = await aCaller();
    let now = Date.now();
    const isolate = anotherIsolate({ now: () => now });
    const ask = async () =>
      (await caller.ask("dnssearch", "n7.bulk.test", undefined, isolate)).disposition;
    expect(await ask()).toBe("unknown");
    const set = { mode: "replace", action: "deny", label: "bulk" };
    await done(caller.tenantId, { ...set, entries: many(20, "bulk.test") });
    now += 30_000;
    expect(await ask()).toBe("malicious");
    await done(caller.tenantId, { ...set, entries: [] });
    now += 30_000;
    expect(await ask()).toBe("unknown");
  });

  it("409 for more than a tenant may have, and nothing of it counts", async () => {
    const tenantId = await aTenant();
    await fill(tenantId, 9_999);
    const two = { action: "deny", label: "b", entries: named("one.test", "two.test") };
    const over = await batch(tenantId, two);
    expect([over.status, (await over.json<{ error: string }>()).error]).toEqual([
      409,
      "too_many_entries",
    ]);
    expect([(await list(tenantId)).total, await trail(tenantId)]).toEqual([9_999, []]);
    const other = {
      mode: "replace",
      action: "deny",
      label: "full",
      entries: many(300, "new.test"),
    };
    expect(await done(tenantId, other)).toMatchObject({ added: 300, removed: 9_999 });
    expect(await done(tenantId, two)).toMatchObject({ added: 2 });
  });

  it("keeps to the most entries when several batches come at once, and to one whole set", async () => {
    const tenantId = await aTenant();
    await fill(tenantId, 9_000);
    const all = ["a", "b", "c", "d"].map((name) =>
      batch(tenantId, { action: "deny", label: name, entries: many(400, `${name}.test`) }),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 409, 409]);
    expect((await list(tenantId)).total).toBe(9_800);
    const sets = ["x", "y"].map((end) =>
      batch(tenantId, {
        mode: "replace",
        label: "s",
        action: "deny",
        entries: many(50, `${end}.test`),
      }),
    );
    expect((await Promise.all(sets)).map(({ status }) => status)).toEqual([200, 200]);
    const left = new Set(
      valuesOf(await list(tenantId, "?label=s&limit=100")).map((v) => v.slice(-6)),
    );
    expect(left.size).toBe(1);
  });

  it.each([
    ["no verdict", { entries: named("a.test") }],
    ["a set without a name", { mode: "replace", action: "deny", entries: [] }],
    ["more entries than a tenant may have", { action: "deny", entries: many(10_001, "x.test") }],
    ["a label of two lines", { action: "deny", label: "a\nb", entries: [] }],
    ["a field too many", { action: "deny", entries: [{ value: "a.test", at: 1 }] }],
  ])("400 for %s", async (_case, body) => {
    expect((await batch(await aTenant(), body)).status).toBe(400);
  });

  it("404 for another tenant", async () => {
    const tenantId = await aTenant();
    const body = { action: "deny", entries: [] };
    const foreign = { as: await aMember(await aTenant()), body };
    expect((await call("POST", `${ENTRIES(tenantId)}/batch`, foreign)).status).toBe(404);
  });
});

describe("GET /admin/tenants/{tenantId}/intel/entries with a filter", () => {
  it("200 with the entries that the text, kind, label and verdict fit", async () => {
    const tenantId = await aTenant();
    const entries = [
      { value: "mail.test", note: "Ana asked", label: "q" },
      { value: "AS64500" },
      { value: "203.0.113.7", action: "allow" },
    ];
    await done(tenantId, { action: "deny", entries });
    for (const [query, values] of [
      ["q=ANA", ["mail.test"]],
      ["q=as64500", ["AS64500"]],
      ["type=ip", ["203.0.113.7"]],
      ["label=q", ["mail.test"]],
      ["action=allow", ["203.0.113.7"]],
      ["action=deny&type=ip", []],
    ] as const) {
      expect(valuesOf(await list(tenantId, `?${query}`))).toEqual(values);
    }
  });
});

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { THREAT_SOURCES as BUILT_INS } from "../../../src/intel/sources/threat-sources.ts";
import type { Source } from "../../../src/intel/sources/source.ts";
import { insertSource } from "../../../src/intel/store.ts";
import { database } from "../../../src/platform/index.ts";
import { readManifest } from "../../../src/intel/segments/manifest.ts";
import { MAX_ENTRIES } from "../../../src/intel/tenant-lists/schemas.ts";
import { call } from "../../support/call.ts";
import { aName, aSource, upload } from "../../support/intel.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";

const BUILT_IN = "misp-warninglist-rfc6598";
const SOURCES = "/admin/intel/sources";

function statusesOf(answers: Response[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

async function linesOf(action: string, target: string): Promise<number> {
  const query = env.DB.prepare("SELECT 1 FROM audit_log WHERE action = ? AND target = ?");
  return (await query.bind(action, target).all()).results.length;
}

describe("PATCH and DELETE of one source sent at once", () => {
  const changes = [
    { reliability: 0.25 },
    { intervalSeconds: 4_000 },
    { refresh: true, address: "https://feeds.rampart.dev/at-once" },
  ] as const;

  it.each(["of operators", "that is built in"])(
    "different changes all take effect on a source %s",
    async (whose) => {
      const as = await anOperator();
      const id = whose === "of operators" ? await aSource() : BUILT_IN;
      if (id !== BUILT_IN) expect((await upload(id, `${aName()}\n`)).status).toBe(200);
      const answers = await Promise.all(
        changes.map((body) => call("PATCH", `${SOURCES}/${id}`, { as, body })),
      );
      expect(statusesOf(answers)).toEqual([200, 200, 200]);
      const wanted = { reliability: 0.25, intervalSeconds: 4_000, refresh: true };
      const { items } = await (
        await call("GET", SOURCES, { as })
      ).json<{ items: { id: string }[] }>();
      expect(items.find((item) => item.id === id)).toMatchObject(wanted);
      if (id !== BUILT_IN) {
        const { manifest } = await readManifest(env.OBJECTS);
        const live = manifest.entries.find(({ source }) => source.id === id)?.source;
        expect(live).toMatchObject({ reliability: 0.25, intervalSeconds: 4_000 });
      }
      expect(await linesOf("intel.source_changed", id)).toBe(changes.length);
      await call("DELETE", `${SOURCES}/${id}`, { as });
    },
  );

  it.each(["of operators", "that is built in"])(
    "the same change sent six times writes one line in the audit log, for a source %s",
    async (whose) => {
      const as = await anOperator();
      const id = whose === "of operators" ? await aSource() : "misp-warninglist-rfc1918";
      const body = { reliability: 0.35, address: "https://feeds.rampart.dev/one", refresh: false };
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => call("PATCH", `${SOURCES}/${id}`, { as, body })),
      );
      expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
      expect(await linesOf("intel.source_changed", id)).toBe(1);
      await call("DELETE", `${SOURCES}/${id}`, { as });
    },
  );

  it("eight deletions of one source write one line in the audit log", async () => {
    const as = await anOperator();
    const id = await aSource();
    const ends = Array.from({ length: 8 }, () => call("DELETE", `${SOURCES}/${id}`, { as }));
    expect(statusesOf(await Promise.all(ends))[0]).toBe(204);
    expect(await linesOf("intel.source_removed", id)).toBe(1);
  });
});

describe("the last free place for a source", () => {
  it("goes to exactly one of eight simultaneous inserts", async () => {
    const [made] = [BUILT_INS[0]] as [Source];
    const held = await env.DB.prepare("SELECT count(*) AS n FROM intel_sources").first<number>("n");
    const most = (held ?? 0) + 1;
    const trace = { at: 1, actor: "test", action: "intel.source_added" };
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => {
        const source = { ...made, id: `last-${crypto.randomUUID()}` };
        return insertSource(database(env), source, false, most, trace);
      }),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });
});

describe("the last free place in a tenant's lists", () => {
  it("goes to one of eight simultaneous requests, 409 for the others; replacing an entry is still 200", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const held = MAX_ENTRIES - 1;
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO intel_entries (id, tenant_id, action, type, value, note, created_by, created_at,
         updated_at, expires_at) SELECT 'full-' || ? || i, ?, 'deny', 'domain', 'n' || i || '.test',
         '', 'test', 1, 1, NULL FROM n`,
    )
      .bind(held, tenantId, tenantId)
      .run();
    const path = `/admin/tenants/${tenantId}/intel/entries`;
    const deny = (value: string) => call("POST", path, { as, body: { action: "deny", value } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => deny(aName())));
    expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect((await deny("n1.test")).status).toBe(200);
  });

  it("ends with its 2,000,000th letter: 201 up to it, 409 beyond it, 200 for what the list has", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const path = `/admin/tenants/${tenantId}/intel/entries`;
    const deny = (value: string) => call("POST", path, { as, body: { action: "deny", value } });
    expect((await deny("a.test")).status).toBe(201);
    await env.DB.prepare("UPDATE intel_entries SET value = ? WHERE tenant_id = ?")
      .bind("a".repeat(2_000_000 - "b.test".length), tenantId)
      .run();
    expect(statusesOf([await deny("bb.test")])).toEqual([409]);
    for (const status of [201, 200]) expect((await deny("b.test")).status).toBe(status);
    expect((await deny("c.test")).status).toBe(409);
  });
});

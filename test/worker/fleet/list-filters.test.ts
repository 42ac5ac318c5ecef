import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);
const PATHS = ["/agents", "/admin/fleet/collectors"];

interface Found {
  items: { agent_id: string; hostname: string; policy: { id: string } }[];
  total: number;
  has_more: boolean;
}

/** Writes an agent for each name, with what D1 has of it. */
async function aFleet(rows: Record<string, Record<string, unknown>>): Promise<string> {
  const tenantId = await aTenant();
  const statements = Object.entries(rows).map(([hostname, change]) => {
    const row: Record<string, unknown> = {
      agent_id: `${tenantId}-${hostname}`,
      tenant_id: tenantId,
      role: "collector",
      region: "eu",
      code_id: "c",
      enrolled_at: 0,
      seq: 1,
      last_seen: NOW,
      interval_s: 60,
      cert_fingerprint: "f",
      cert_not_after: NOW + 60 * DAY_MS,
      cert_expiring_from: NOW + 60 * DAY_MS,
      policy_id: "default",
      policy_revision: 1,
      labels: "{}",
      hostname,
      search: hostname,
      ...change,
    };
    const names = Object.keys(row);
    const insert = `INSERT INTO agents (${names.join()}) VALUES (${names.map(() => "?").join()})`;
    return env.DB.prepare(insert).bind(...Object.values(row));
  });
  await env.DB.batch(statements);
  return tenantId;
}

const { request } = anApp({ now: () => NOW });

async function read(path: string, as: string): Promise<Found> {
  const headers = { authorization: `Bearer ${as}` };
  const answer = await request(`http://rampart.test${path}`, { headers });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json<Found>();
}

/** The names of those found, in both lists, by page, by cursor and as the tenant's own people see them. */
async function hostsOf(tenantId: string, query: string): Promise<string[]> {
  const as = await anOperator();
  const asked = PATHS.flatMap((path) => [
    read(`${path}?tenant=${tenantId}&${query}`, as),
    read(`${path}?tenant=${tenantId}&${query}&after=0`, as),
  ]);
  const own = read(`/agents?${query}`, await aMember(tenantId));
  const answers = await Promise.all([...asked, own]);
  const found = answers.map(({ items, total }) => {
    expect(total).toBe(items.length);
    return items.map(({ hostname }) => hostname).toSorted((a, b) => (a < b ? -1 : 1));
  });
  // Other tests' agents are in the same store, so of all tenants those behind this id are read.
  const all = await read(`/agents?${query}&limit=200&after=${tenantId}`, as);
  const ofTenant = all.items.filter(({ agent_id: id }) => id.startsWith(tenantId));
  found.push(ofTenant.map(({ hostname }) => hostname).toSorted((a, b) => (a < b ? -1 : 1)));
  const [first = []] = found;
  for (const each of found) expect([query, each]).toEqual([query, first]);
  return first;
}

describe("GET /agents and /admin/fleet/collectors", () => {
  it("200 by version: exactly this one, or every older one as SemVer orders them", async () => {
    const tenantId = await aFleet({
      beta: { version: "1.10.0-beta.2" },
      candidate: { version: "1.10.0-rc.1" },
      final: { version: "1.10.0" },
      nine: { version: "1.9.9" },
      old: { version: "v0.8.0" },
      other: { version: "nightly" },
      unknown: {},
    });
    expect(await hostsOf(tenantId, "version=1.9.9")).toEqual(["nine"]);
    expect(await hostsOf(tenantId, "version=1.9")).toEqual([]);
    expect(await hostsOf(tenantId, "version_below=1.10.0")).toEqual([
      "beta",
      "candidate",
      "nine",
      "old",
    ]);
    expect(await hostsOf(tenantId, "version_below=1.10.0-rc.1")).toEqual(["beta", "nine", "old"]);
    expect(await hostsOf(tenantId, "version_below=0.8.0")).toEqual([]);
    expect(await hostsOf(tenantId, "version_below=1.10.0&version=v0.8.0&q=OLD")).toEqual(["old"]);
  });

  it("200 by certificate: those that ended, and those that end within some days", async () => {
    const tenantId = await aFleet({
      ended: { cert_not_after: NOW - 1 },
      now: { cert_not_after: NOW },
      soon: { cert_not_after: NOW + 7 * DAY_MS },
      later: { cert_not_after: NOW + 7 * DAY_MS + 1 },
    });
    expect(await hostsOf(tenantId, "cert_expired=true")).toEqual(["ended"]);
    expect(await hostsOf(tenantId, "cert_expired=false")).toEqual(["later", "now", "soon"]);
    expect(await hostsOf(tenantId, "cert_expires_within_days=7")).toEqual(["now", "soon"]);
    expect(await hostsOf(tenantId, "cert_expires_within_days=7&cert_expired=true")).toEqual([]);
    expect(await hostsOf(tenantId, "cert_expires_within_days=90&status=online")).toEqual([
      "later",
      "now",
      "soon",
    ]);
  });

  it("200 by when it was last seen; one that never was is neither before nor after", async () => {
    const tenantId = await aFleet({
      here: {},
      gone: { last_seen: NOW - 10 * DAY_MS, conflict: 1 },
      never: { last_seen: 0 },
    });
    const at = new Date(NOW - DAY_MS).toISOString();
    expect(await hostsOf(tenantId, `last_seen_before=${at}`)).toEqual(["gone"]);
    expect(await hostsOf(tenantId, `last_seen_after=${at}`)).toEqual(["here"]);
    expect(await hostsOf(tenantId, `last_seen_before=${at}&conflict=true`)).toEqual(["gone"]);
    expect(await hostsOf(tenantId, `last_seen_before=${at}&status=online`)).toEqual([]);
    const west = encodeURIComponent("2026-05-31T19:59:59-04:00");
    expect(await hostsOf(tenantId, `last_seen_after=${west}`)).toEqual(["here"]);
  });

  it("200 by the policy that each should run: that of its code, of its role, or of all others", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    const policyOf = async (name: string) => {
      const body = { tenantId, name, document: {} };
      return (await (await call("POST", "/admin/policies", { as, body })).json<{ id: string }>())
        .id;
    };
    const [ofCode, ofRole, ofAll] = [await policyOf("c"), await policyOf("r"), await policyOf("a")];
    const insert = (hostname: string, role: string, code: string | null) =>
      env.DB.prepare(
        `INSERT INTO agents (agent_id, tenant_id, role, region, code_id, code_policy_id, enrolled_at,
           seq, last_seen, interval_s, cert_fingerprint, cert_not_after, cert_expiring_from,
           policy_id, policy_revision, labels, hostname, search)
         VALUES (?1 || '-' || ?2, ?1, ?3, 'eu', 'c', ?4, 0, 1, ?5, 60, 'f', ?5, ?5, 'told', 1,
           '{}', ?2, ?2)`,
      ).bind(tenantId, hostname, role, code, NOW);
    await env.DB.batch([
      insert("coded", "gateway", ofCode),
      insert("gateway", "gateway", null),
      insert("orphan", "gateway", "deleted"),
      insert("laptop", "laptop", null),
    ]);
    const hosts = async (id: string) => {
      const found = await hostsOf(tenantId, `policy=${id}`);
      const { items } = await read(`/agents?tenant=${tenantId}&policy=${id}`, as);
      for (const { policy } of items) expect(policy.id).toBe(id);
      return found;
    };
    expect(await hosts(ofCode)).toEqual(["coded"]);
    expect(await hosts("default")).toEqual(["gateway", "laptop", "orphan"]);
    const assign = async (role: string | undefined, policyId: string) =>
      call("PUT", "/admin/policies/assignments", { as, body: { tenantId, role, policyId } });
    expect((await assign("gateway", ofRole)).status).toBe(204);
    expect(await hosts(ofRole)).toEqual(["gateway", "orphan"]);
    expect(await hosts("default")).toEqual(["laptop"]);
    expect((await assign(undefined, ofAll)).status).toBe(204);
    expect(await hosts(ofAll)).toEqual(["laptop"]);
    expect(await hosts("default")).toEqual([]);
    expect((await assign("gateway", "default")).status).toBe(204);
    expect(await hosts("default")).toEqual(["gateway", "orphan"]);
    expect(await hosts("no-such-policy")).toEqual([]);
  });

  it("200 with another tenant's policy: no agent, as with one that does not exist", async () => {
    const as = await anOperator();
    const [mine, other] = [await aFleet({ mine: {} }), await aFleet({ theirs: {} })];
    const body = { tenantId: other, name: "theirs", document: {} };
    const made = await call("POST", "/admin/policies", { as, body });
    const { id } = await made.json<{ id: string }>();
    const assigned = { tenantId: other, policyId: id };
    const answer = await call("PUT", "/admin/policies/assignments", { as, body: assigned });
    expect(answer.status).toBe(204);
    expect(await hostsOf(other, `policy=${id}`)).toEqual(["theirs"]);
    expect((await read(`/agents?policy=${id}`, await aMember(mine))).items).toEqual([]);
  });

  it("200 page by page with each filter: every agent once, although all were seen at the same moment", async () => {
    const rows = Array.from({ length: 7 }, (_, n) => [`h${n}`, { version: "1.0.0" }] as const);
    const tenantId = await aFleet(Object.fromEntries(rows));
    await env.DB.prepare("UPDATE agents SET last_seen = ? WHERE tenant_id = ?")
      .bind(NOW, tenantId)
      .run();
    const as = await anOperator();
    for (const query of [
      "status=online",
      "q=h",
      "version=1.0.0",
      "version_below=2.0.0",
      "cert_expired=false",
      "cert_expires_within_days=90",
      "policy=default",
      "last_seen_after=2026-05-01T00:00:00Z",
    ]) {
      for (const cursor of [false, true]) {
        const seen: string[] = [];
        for (let [page, more] = [1, true]; more; page += 1) {
          const place = cursor ? `after=${seen.at(-1) ?? "0"}` : `page=${page}`;
          const found = await read(`/agents?tenant=${tenantId}&${query}&limit=3&${place}`, as);
          seen.push(...found.items.map(({ agent_id: id }) => id));
          more = found.has_more;
          // Rows that are written meanwhile keep their place among those of the same moment.
          const [first] = seen;
          const write = "UPDATE agents SET health = ?, seq = seq + 1 WHERE agent_id = ?";
          await env.DB.prepare(write).bind("healthy", first).run();
        }
        expect([query, new Set(seen).size, seen.length]).toEqual([query, 7, 7]);
      }
    }
  });

  it("400 for a value that the filter cannot have", async () => {
    const as = await anOperator();
    for (const query of [
      "version=",
      `version=${"1".repeat(257)}`,
      "version_below=new",
      "version_below=1.2",
      "cert_expired=1",
      "cert_expires_within_days=0",
      "cert_expires_within_days=366",
      "cert_expires_within_days=1.5",
      "last_seen_before=yesterday",
      "last_seen_after=2026-01-01",
      "policy=",
    ]) {
      for (const path of PATHS) {
        const answer = await call("GET", `${path}?${query}`, { as });
        expect([query, answer.status]).toEqual([query, 400]);
        const name = query.slice(0, query.indexOf("="));
        expect(await answer.json()).toMatchObject({ details: [{ path: name }] });
      }
    }
  });

  it("400 for older versions of a fleet that reports too many different ones; another tenant's do not count", async () => {
    const [as, fine] = [await anOperator(), await aFleet({ old: { version: "1.0.0" } })];
    const tenantId = await aFleet({ one: { version: "1.0.0" } });
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
       INSERT INTO agents (agent_id, tenant_id, role, region, code_id, enrolled_at, seq, interval_s,
         cert_fingerprint, cert_not_after, cert_expiring_from, policy_id, policy_revision, labels,
         search, version)
       SELECT ?1 || i, ?1, 'r', 'eu', 'c', 0, 1, 60, 'f', 0, 0, 'default', 1, '{}', '', '2.0.' || i
       FROM n`,
    )
      .bind(tenantId)
      .run();
    const query = "version_below=2.0.0";
    const refused = await call("GET", `/agents?tenant=${tenantId}&${query}`, { as });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ details: [{ path: "version_below" }] });
    expect(await read(`/agents?tenant=${fine}&${query}`, as)).toMatchObject({ total: 1 });
    await env.DB.prepare("DELETE FROM agents WHERE tenant_id = ?").bind(tenantId).run();
  });
});

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anAgent } from "../support/agent.ts";
import { pagesOf } from "../support/pages-of.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const textOf = async (answer: Promise<Response>) => (await answer).text();

/** Agents last heard of that many milliseconds ago; null is never. */
async function aFleet(silences: Record<string, number | null>): Promise<string> {
  const tenantId = await aTenant();
  for (const [hostname, silence] of Object.entries(silences)) {
    const agent = await anAgent({ tenantId, body: { machine: { hostname } } });
    await env.DB.prepare("UPDATE agents SET last_seen = ?, watched = 0 WHERE agent_id = ?")
      .bind(silence === null ? 0 : Date.now() - silence, agent.id)
      .run();
  }
  return tenantId;
}

describe("agents not heard of", () => {
  it("are the first choice of the status filter, and every figure of them links to it", async () => {
    const tenantId = await aFleet({
      here: 0,
      newly: null,
      stale: 5 * MINUTE_MS,
      offline: DAY_MS,
      missing: 40 * DAY_MS,
    });
    const operator = await aVisitor("owner");
    const list = `/portal/t/${tenantId}/collectors`;
    const page = await textOf(operator.get(`${list}?status=silent`));
    const shown = ["here", "newly", "stale", "offline", "missing"].filter((host) =>
      page.includes(`>${host}</a>`),
    );
    expect(shown).toEqual(["offline", "missing"]);
    expect(page).toContain(
      '<option value="">All</option><option value="silent" selected="">not heard of</option>',
    );
    const figure = new RegExp(
      `<dt>not heard of</dt><dd class="\\w+"><a href="[^"]*\\?status=silent">`,
    );
    expect(await textOf(operator.get(`/portal/t/${tenantId}`))).toMatch(figure);
    expect(await textOf(operator.get("/portal/fleet"))).toMatch(figure);
    const home = await textOf(operator.get("/portal"));
    expect(home).toMatch(
      /<dl class="facts wide"><dt><a href="\/portal\/fleet\/collectors\?status=silent">Agents not heard of/,
    );
    expect(home).toMatch(/<a href="\/portal\/t\/[^/]+\/collectors\?status=silent">/);
    const everywhere = await textOf(
      operator.get(`/portal/fleet/collectors?status=silent&tenant=${tenantId}`),
    );
    expect(everywhere).toContain(">offline</a>");
    expect(everywhere).not.toContain(">here</a>");
  });
});

describe("the fleet page of very many tenants", () => {
  it("shows at most 50 tenants a page, a tenant in trouble first", async () => {
    const mark = `many-${crypto.randomUUID().slice(0, 8)}`;
    const now = Date.now();
    await env.DB.prepare(
      `INSERT INTO agents (agent_id, tenant_id, role, region, code_id, enrolled_at, seq, last_seen,
         interval_s, conflict, watched, cert_fingerprint, cert_not_after, cert_expiring_from,
         policy_id, policy_revision, labels, search)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
       SELECT printf('${mark}-%d', i), printf('${mark}-%d', i % 60), 'collector', 'eu', 'c', 0, 1,
         CASE WHEN i % 60 = 7 THEN 1 ELSE ${now} END, 60, 0, 0, 'f', ${now} + 1000000000,
         ${now} + 1000000000, 'default', 1, '{}', '' FROM n`,
    ).run();
    const pages = await pagesOf(await aVisitor("owner"), "/portal/fleet");
    await env.DB.prepare("DELETE FROM agents WHERE tenant_id LIKE ?").bind(`${mark}-%`).run();
    const rows = pages.map((page) => page.split('<th scope="row">').length - 1);
    expect(Math.max(...rows)).toBe(50);
    const found = pages.flatMap((page) =>
      Array.from(page.matchAll(new RegExp(`>${mark}-(\\d+)</a>`, "g")), ([, at]) => at),
    );
    expect(new Set(found).size).toBe(60);
    expect(found).toHaveLength(60);
    expect(found[0]).toBe("7");
  });
});

describe("the labels of an agent", () => {
  it("are in the list and on the agent's page, and each links to the agents that have it", async () => {
    const tenantId = await aTenant();
    const labels = { site: "Madrid & Sur", ring: "1", owner: "ops", rack: "b7", zone: "<x>" };
    const { id } = await anAgent({ tenantId, body: { machine: { hostname: "one" }, labels } });
    await anAgent({ tenantId, body: { machine: { hostname: "two" }, labels: { ring: "2" } } });
    const reader = await aVisitor("viewer", [tenantId]);
    const list = `/portal/t/${tenantId}/collectors`;
    const way = `<a href="${list}?label=site%3DMadrid+%26+Sur">site=Madrid &amp; Sur</a>`;
    expect(await textOf(reader.get(`${list}/${id}`))).toContain(way);
    const all = await textOf(reader.get(list));
    expect(all).toContain(way);
    expect(all).toContain(">ring=2</a>");
    // Only some of many labels are shown, so that the row of one agent does not fill a screen.
    expect(all).not.toContain("zone=");
    const found = await textOf(reader.get(`${list}?label=site%3DMadrid+%26+Sur`));
    expect(found).toContain(">one</a>");
    expect(found).not.toContain(">two</a>");
    const operator = await aVisitor("owner");
    const everywhere = await textOf(operator.get(`/portal/fleet/collectors?tenant=${tenantId}`));
    expect(everywhere).toContain(`<a href="/portal/fleet/collectors?label=ring%3D2">ring=2</a>`);
  });

  it("link to every agent with that exact label, whatever its characters, and to no other", async () => {
    const tenantId = await aTenant();
    const have = async (hostname: string, labels: Record<string, string>) =>
      anAgent({ tenantId, body: { machine: { hostname }, labels } });
    await have("one", { ring: "1", 'a"b': "\\", note: "x".repeat(256) });
    await have("two", { ring: "12", string: "1", "sub-ring": "1", Ring: "1" });
    const operator = await aVisitor("owner");
    const list = `/portal/t/${tenantId}/collectors`;
    const page = await textOf(operator.get(list));
    const ways = [...page.matchAll(/href="([^"]*%3D[^"]*)"/g)].map(([, way = ""]) => way);
    const found = await Promise.all(
      ways.map(async (way) => {
        const shown = await textOf(operator.get(way));
        return ["one", "two"].filter((name) => shown.includes(`>${name}</a>`)).join();
      }),
    );
    expect(found.toSorted()).toEqual(["one", "one", "one", "two", "two", "two", "two"]);
  });

  it("link to an older agent whose label has line breaks", async () => {
    const tenantId = await aTenant();
    const old = await anAgent({ tenantId, body: { machine: { hostname: "old" } } });
    await env.DB.prepare("UPDATE agents SET labels = ? WHERE agent_id = ?")
      .bind(JSON.stringify({ "site\n": "a\u001bb\nc " }), old.id)
      .run();
    const reader = await aVisitor("viewer", [tenantId]);
    const page = await textOf(reader.get(`/portal/t/${tenantId}/collectors`));
    const [, way = ""] = /href="([^"]*%3D[^"]*)"/.exec(page) ?? [];
    expect(await textOf(reader.get(way))).toContain(">old</a>");
  });
});

describe("a list of agents", () => {
  it("says how late the time of a check-in may be in it, and where it is exact", async () => {
    const { tenantId } = await anAgent();
    const viewer = await aVisitor("viewer", [tenantId]);
    const page = await (await viewer.get(`/portal/t/${tenantId}/collectors`)).text();
    expect(page).toContain("may be up to 15 minutes behind here. Its own page has it exactly.");
  });
});

describe("agents in conflict", () => {
  it("are named on the operators' home, a choice of the list, and marked there in whatever state", async () => {
    const tenantId = await aTenant();
    const hosts = { doubted: DAY_MS, other: 0 };
    for (const [hostname, silence] of Object.entries(hosts)) {
      const agent = await anAgent({ tenantId, body: { machine: { hostname } } });
      await env.DB.prepare("UPDATE agents SET last_seen = ?, conflict = ? WHERE agent_id = ?")
        .bind(Date.now() - silence, Number(silence > 0), agent.id)
        .run();
    }
    const operator = await aVisitor("owner");
    const home = await textOf(operator.get("/portal"));
    expect(home).toMatch(
      /<a href="\/portal\/fleet\/collectors\?conflict=true">Agents whose identity two machines seem to use<\/a>/,
    );
    for (const list of [
      `/portal/t/${tenantId}/collectors?`,
      `/portal/fleet/collectors?tenant=${tenantId}&`,
    ]) {
      const page = await textOf(operator.get(`${list}conflict=true`));
      expect(page).toContain(">doubted</a>");
      expect(page).not.toContain(">other</a>");
      expect(page).toContain('<option value="true" selected="">in conflict</option>');
      expect(page).toContain('offline</span><small class="below">in conflict</small>');
      expect(await textOf(operator.get(list))).toContain(">other</a>");
    }
  });
});

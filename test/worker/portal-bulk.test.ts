import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { runBulkOrders } from "../../src/fleet/jobs.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { anAgent, errorOf, type TestAgent } from "../support/agent.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const MINUTE = 60_000;

async function someAgents(tenantId: string, hosts: readonly string[]): Promise<TestAgent[]> {
  const agents: TestAgent[] = [];
  for (const hostname of hosts) {
    agents.push(await anAgent({ tenantId, body: { machine: { hostname } } }));
  }
  return agents;
}

const runs = async (later = 0) =>
  runBulkOrders(env, { ...livePlatform, now: () => Date.now() + later, log: () => {} });

describe("agents of a list, many at once", () => {
  it("are ticked, named by number and tenant, and ended by their tenant's own people", async () => {
    const tenantId = await aTenant();
    const [one, two, stays] = await someAgents(tenantId, ["one", "two", "stays"]);
    const base = `/portal/t/${tenantId}`;
    const ana = await aVisitor("owner", [tenantId]);
    const list = await (await ana.get(`${base}/collectors`)).text();
    expect(list).toContain(`action="${base}/bulk/choose"`);
    expect(list).toContain(`<span class="hidden">Tick one</span>`);
    expect(list).toContain("Do it to all 3 found");
    expect(list).not.toContain('value="revoke"');
    const ticked = [one, two].map((agent): [string, string] => ["agent", agent?.id ?? ""]);
    const fields: [string, string][] = [["action", "deregister"], ...ticked];
    const asked = await ana.post(`${base}/bulk/choose`, fields);
    const page = await asked.text();
    expect(asked.status).toBe(200);
    expect(page).toContain("End and delete: 2 agents<");
    expect(page).toContain(`<th scope="row">${tenantId}</th>`);
    expect((await one?.checkIn())?.status).toBe(200);
    const placed = await ana.post(`${base}/bulk`, [...fields, ["expected", "2"]]);
    expect(placed.status).toBe(303);
    await runs();
    const order = await (await ana.get(placed.headers.get("location") ?? "")).text();
    expect(order).toMatch(/<dt>Done<\/dt><dd>2<\/dd>/);
    expect(order).toContain("ticked one by one");
    expect(await errorOf((await one?.checkIn()) ?? new Response())).toContain("agent_deregistered");
    expect((await stays?.checkIn())?.status).toBe(200);
    expect(await (await ana.get(`${base}/bulk`)).text()).toContain("End and delete");
    const audit = await ana.get(`${base}/audit`, { "accept-language": "es" });
    expect(await audit.text()).toContain("Dar de baja y borrar");
  });

  it("an order shows since when its agents were seen as a date and time, also to the API and the log", async () => {
    const tenantId = await aTenant();
    const [agent] = await someAgents(tenantId, ["quiet"]);
    expect((await agent?.checkIn())?.status).toBe(200);
    const ana = await aVisitor("owner", [tenantId]);
    const base = `/portal/t/${tenantId}`;
    const fields = { action: "deregister", all: "all", expected: "1" };
    const placed = await ana.post(`${base}/bulk?seen=within-7`, fields);
    expect(placed.status).toBe(303);
    const page = await (await ana.get(placed.headers.get("location") ?? "")).text();
    expect(page).toMatch(
      /last_seen_after<\/span> <time datetime="20\d\d-[^"]+Z" data-local="true">20\d\d-\d\d-\d\d \d\d:\d\d UTC/,
    );
    const list = await call("GET", "/admin/fleet/bulk-orders", { as: await aMember(tenantId) });
    const { items } = await list.json<{ items: { filter: { last_seen_after: string } }[] }>();
    const at = items[0]?.filter.last_seen_after ?? "";
    expect(at).toBe(new Date(Date.parse(at)).toISOString());
    expect(await (await ana.get(`${base}/audit`)).text()).toContain(at);
  });

  it("are all that the filter finds; 409 with the new number if it changed meanwhile", async () => {
    const tenantId = await aTenant();
    const [first] = await someAgents(tenantId, ["web-1", "web-2", "db-1"]);
    const operator = await aVisitor("owner");
    const query = `?tenant=${tenantId}&q=web`;
    const fields = { action: "revoke", all: "all" };
    const asked = await operator.post(`/portal/fleet/bulk/choose${query}`, fields);
    expect(await asked.text()).toContain("Revoke: 2 agents<");
    await someAgents(tenantId, ["web-3"]);
    const path = `/portal/fleet/bulk${query}`;
    const refused = await operator.post(path, { ...fields, expected: "2" });
    expect(refused.status).toBe(409);
    const again = await refused.text();
    expect(again).toContain("Revoke: 3 agents<");
    expect(again).toContain("nothing was ordered");
    expect((await first?.checkIn())?.status).toBe(200);
    const placed = await operator.post(path, { ...fields, expected: "3" });
    expect(placed.headers.get("location")).toMatch(/^\/portal\/fleet\/bulk\/[\w-]+$/);
    await runs();
    const list = await operator.get(`/portal/t/${tenantId}/collectors?status=revoked`);
    const text = await list.text();
    expect(
      ["web-1", "web-2", "web-3", "db-1"].filter((host) => text.includes(`>${host}<`)),
    ).toEqual(["web-1", "web-2", "web-3"]);
  });

  it("of other tenants are left out, and a filter that cannot be read takes nobody", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    const [mine] = await someAgents(tenantId, ["mine"]);
    const [theirs] = await someAgents(other, ["theirs"]);
    const ana = await aVisitor("owner", [tenantId]);
    const path = `/portal/t/${tenantId}/bulk/choose`;
    const fields: [string, string][] = [["action", "deregister"]];
    const both = [mine, theirs].map((agent): [string, string] => ["agent", agent?.id ?? ""]);
    const page = await (await ana.post(path, [...fields, ...both])).text();
    expect(page).toContain("End and delete: 1 agent<");
    expect(page).not.toContain(other);
    const all: [string, string][] = [...fields, ["all", "all"]];
    for (const query of ["?seen=never", "?status=x", "?policy=of-nobody", "?version_below=new"]) {
      expect([query, (await ana.post(path + query, all)).status]).toEqual([query, 400]);
    }
    expect((await ana.post(path, fields)).status).toBe(400);
    expect((await ana.post(path, [["action", "revoke"], ...both])).status).toBe(403);
    expect((await ana.post(`/portal/t/${other}/bulk/choose`, all)).status).toBe(404);
    const viewer = await aVisitor("viewer", [tenantId]);
    expect((await viewer.post(path, all)).status).toBe(403);
    expect(await (await viewer.get(`/portal/t/${tenantId}/collectors`)).text()).not.toContain(
      'name="agent"',
    );
  });

  it.each(["0", "-5", "1.5", "50001", "x"])(
    "409 for an order that expects %s agents, which no page offers",
    async (expected) => {
      const tenantId = await aTenant();
      const ana = await aVisitor("owner", [tenantId]);
      const path = `/portal/t/${tenantId}/bulk?q=nobody`;
      const refused = await ana.post(path, { action: "deregister", all: "all", expected });
      expect(refused.status).toBe(409);
      const orders = env.DB.prepare("select count(*) as n from bulk_orders where tenant_id = ?");
      expect(await orders.bind(tenantId).first("n")).toBe(0);
    },
  );

  it("400 for an order for more that are ticked than a call may name", async () => {
    const tenantId = await aTenant();
    const ids = [(await someAgents(tenantId, ["one"]))[0]?.id ?? ""];
    while (ids.length <= 500) ids.push(`a${ids.length}`);
    const ana = await aVisitor("owner", [tenantId]);
    const ticked = ids.map((id): [string, string] => ["agent", id]);
    const fields: [string, string][] = [["action", "deregister"], ["expected", "1"], ...ticked];
    for (const path of ["bulk/choose", "bulk"]) {
      expect((await ana.post(`/portal/t/${tenantId}/${path}`, fields)).status).toBe(400);
    }
  });

  it("have their orders linked above a list in which none is left", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    for (const query of ["", "?q=nobody"]) {
      const list = await (await ana.get(`/portal/t/${tenantId}/collectors${query}`)).text();
      expect(list).toContain(`href="/portal/t/${tenantId}/bulk"`);
    }
  });

  it("are ordered with a fresh proof only, said in Spanish, and the order is cancelled by its page", async () => {
    const tenantId = await aTenant();
    const [agent] = await someAgents(tenantId, ["one"]);
    const ana = await aVisitor("owner", [tenantId]);
    const base = `/portal/t/${tenantId}/bulk`;
    const late = anApp({ now: () => Date.now() + 6 * MINUTE });
    const fields = { action: "deregister", all: "all", expected: "1" };
    const waits = await late.request(base, {
      method: "POST",
      headers: { cookie: ana.cookie, "sec-fetch-site": "same-origin", "accept-language": "en" },
      body: new URLSearchParams(fields),
    });
    expect(waits.status).toBe(403);
    expect(await waits.text()).toContain('name="expected" value="1"');
    expect((await agent?.checkIn())?.status).toBe(200);
    const spanish = await ana.post(`${base}/choose`, fields, { "accept-language": "es" });
    expect(await spanish.text()).toContain("Dar de baja y borrar: 1 agente<");
    await env.DB.prepare(
      `insert into bulk_orders (id, tenant_id, action, total, done, gone, failed, asked_by, asked_at, order_hash)
        values (?1, ?1, 'deregister', 3, 1, 0, 0, 'x', 0, '')`,
    )
      .bind(tenantId)
      .run();
    const path = `${base}/${tenantId}`;
    expect(await (await ana.get(path)).text()).toContain(`action="${path}/cancel"`);
    expect((await ana.post(`${path}/cancel`)).status).toBe(303);
    await runs(MINUTE);
    const page = await (await ana.get(path)).text();
    expect(page).toContain("cancelled");
    expect(page).toMatch(/<dt>Not done<\/dt><dd>2<\/dd>/);
  });
});

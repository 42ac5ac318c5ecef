import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anAgent } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { FailingStores } from "../../support/faults/failing-stores.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";
import { aVisitor } from "../../support/visitor.ts";

const HEADER =
  "agent_id,tenant_id,hostname,status,effective_state,role,region,enrolled_at,last_seen_at," +
  "checkin_interval_s,machine_id,os,agent.version,agent.version_status,health,policy.id," +
  "policy.desired_revision,policy.reported_revision,policy.policy_status," +
  "cert.fingerprint_sha256,cert.not_after,labels,conflict";

async function linesOf(answer: Promise<Response>): Promise<string[]> {
  const file = await answer;
  expect(file.status).toBe(200);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("etag")).toBeNull();
  return (await file.text()).split("\r\n").slice(0, -1);
}

async function insertMany(tenantId: string, count: number) {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO agents (agent_id, tenant_id, role, region, code_id, enrolled_at, seq, interval_s,
       cert_fingerprint, cert_not_after, cert_expiring_from, policy_id, policy_revision, labels,
       search) SELECT printf('%s-%07d', ?1, i), ?1, 'r', 'eu', 'c', 0, 1, 60, 'f', 0, 0, 'default',
       1, '{}', '' FROM n`,
  )
    .bind(tenantId, count)
    .run();
}

describe("HEAD of a file of agents", () => {
  it("has the status and headers of GET, and no line in the audit log: nothing is exported", async () => {
    const tenantId = await aTenant();
    await insertMany(tenantId, 2);
    const as = await aMember(tenantId);
    const page = `/portal/t/${tenantId}/collectors.csv`;
    const visitor = await aVisitor("viewer", [tenantId]);
    const head = (path: string, headers: Record<string, string>) =>
      exports.default.fetch(`https://rampart.test${path}`, { method: "HEAD", headers });
    for (const [path, headers] of [
      ["/agents.csv", { authorization: `Bearer ${as}` }],
      [page, { cookie: visitor.cookie }],
    ] as const) {
      const answer = await head(path, headers);
      expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
        path,
        200,
        "text/csv; charset=utf-8",
      ]);
      expect(await answer.text()).toBe("");
    }
    const audit = "select count(*) as n from audit_log where tenant_id = ? and action = ?";
    const lines = env.DB.prepare(audit).bind(tenantId, "fleet.exported");
    expect(await lines.first("n")).toBe(0);
  });
});

describe("GET /agents.csv", () => {
  it("200 with the fields of the list under their names, and nothing that a spreadsheet would run", async () => {
    const machine = { hostname: "=cmd|calc", machine_id: "m,1", os: { name: "-os" } };
    const agent = await anAgent({ body: { machine, labels: { site: 'a;"b' } } });
    await agent.checkIn({ agent: { version: "1.2.3" }, status: { health: "healthy" } });
    const as = await aMember(agent.tenantId, "viewer");
    const [header, line = "", ...rest] = await linesOf(call("GET", "/agents.csv", { as }));
    expect(header).toBe(HEADER);
    expect(rest).toEqual([]);
    expect(line).toMatch(
      new RegExp(`^${agent.id},${agent.tenantId},'=cmd\\|calc,active,online,collector,`),
    );
    expect(line).toContain(`,"m,1",'-os,1.2.3,`);
    expect(line).toMatch(/,"\{""site"":""a;[^,]*""\}",false$/);
  });

  it("200 with every agent that fits, by id, whatever the length; 404 and 403 as the list", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    await insertMany(tenantId, 2_500);
    await insertMany(other, 1);
    const [as, operator] = [await aMember(tenantId), await anOperator()];
    const [, ...all] = await linesOf(call("GET", "/agents.csv", { as }));
    const ids = all.map((line) => line.slice(0, line.indexOf(",")));
    expect(ids).toHaveLength(2_500);
    expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
    const asked = `/agents.csv?tenant=${tenantId}&status=pending&after=${tenantId}-0002490`;
    expect(await linesOf(call("GET", asked, { as: operator }))).toHaveLength(11);
    const none = `/agents.csv?tenant=${tenantId}&status=online`;
    expect(await linesOf(call("GET", none, { as: operator }))).toEqual([HEADER]);
    expect((await call("GET", `/agents.csv?tenant=${other}`, { as })).status).toBe(403);
    expect((await call("GET", "/agents.csv?tenant=nobody", { as: operator })).status).toBe(404);
    expect((await call("GET", "/agents.csv?status=gone", { as })).status).toBe(400);
    expect((await call("GET", "/agents.csv")).status).toBe(401);
    await env.DB.prepare("DELETE FROM agents WHERE tenant_id = ?").bind(tenantId).run();
  });

  it("200 and a line in the audit log of the tenant: who, which filter, how many", async () => {
    const { tenantId } = await anAgent();
    const as = await aMember(tenantId);
    await linesOf(call("GET", "/agents.csv?status=pending", { as }));
    const log = await call("GET", "/admin/audit?action=fleet.exported", { as });
    expect(await log.json()).toMatchObject({
      total: 1,
      items: [{ tenantId, detail: { filter: "status=pending", count: 1 } }],
    });
  });

  it("200 and a short line in the audit log, however long the address is", async () => {
    const { tenantId } = await anAgent();
    const as = await aMember(tenantId);
    await linesOf(call("GET", `/agents.csv?status=pending&unknown=${"a".repeat(9_000)}`, { as }));
    const answer = await call("GET", "/admin/audit?action=fleet.exported", { as });
    const log = await answer.json<{ items: { detail: { filter: string } }[] }>();
    const [filter = "", ...others] = log.items.map(({ detail }) => detail.filter);
    expect(others).toEqual([]);
    expect(filter).toMatch(/^status=pending&unknown=aaa/);
    expect(filter.length).toBeLessThanOrEqual(1_000);
  });

  it("breaks off, and does not end as if it were whole, when its rows cannot be read", async () => {
    const { tenantId } = await anAgent();
    const as = await aMember(tenantId);
    const stores = new FailingStores();
    const { request } = anApp({}, stores.bindings);
    const headers = { authorization: `Bearer ${as}` };
    await (await request("/agents.csv", { headers })).text();
    stores.calls.splice(0);
    await (await request("/agents.csv", { headers })).text();
    const at = stores.calls.splice(0).findLastIndex((one) => one.startsWith("D1 select"));
    stores.fault = { at, done: false };
    const cut = await request("/agents.csv", { headers });
    expect(cut.status).toBe(200);
    await expect(cut.text()).rejects.toThrow();
  });

  it.runIf(env.TEST_ALL !== "")(
    "200 with 100,000 agents, and the address of the next file",
    async () => {
      const tenantId = await aTenant();
      await insertMany(tenantId, 100_002);
      const as = await aMember(tenantId);
      const lines = await linesOf(call("GET", "/agents.csv", { as }));
      expect(lines).toHaveLength(100_002);
      const next = new URL(lines.at(-1)?.replace("more,", "") ?? "");
      expect(await linesOf(call("GET", next.pathname + next.search, { as }))).toHaveLength(3);
    },
    240_000,
  );
});

describe("the portal's file of agents", () => {
  it("has the list with its filters, is linked from it, and is in the audit log", async () => {
    const { tenantId, id } = await anAgent({ body: { machine: { hostname: "desk" } } });
    const reader = await aVisitor("viewer", [tenantId]);
    const list = `/portal/t/${tenantId}/collectors`;
    const page = await (await reader.get(`${list}?status=pending&page=1`)).text();
    expect(page).toContain(`href="${list}.csv?status=pending" download`);
    const [header, line] = await linesOf(reader.get(`${list}.csv?status=pending`));
    expect(header).toBe(HEADER);
    expect(line).toContain(`${id},${tenantId},desk,pending`);
    expect(await linesOf(reader.get(`${list}.csv?cert=ended`))).toEqual([HEADER]);
    expect((await reader.get(`${list}.csv?version_below=new`)).status).toBe(400);
    const operator = await aVisitor("owner");
    const all = "/portal/fleet/collectors.csv";
    expect(await linesOf(operator.get(`${all}?tenant=${tenantId}`))).toHaveLength(2);
    expect((await operator.get(`${all}?tenant=nobody`)).status).toBe(404);
    const log = await (await operator.get(`/portal/t/${tenantId}/audit`)).text();
    expect(log).toContain("List of agents saved as a file");
  });

  it("goes on after the agent that the address names, as the last line of a full file does", async () => {
    const { tenantId, id } = await anAgent();
    const { id: later } = await anAgent({ tenantId });
    const [first = "", second = ""] = [id, later].toSorted();
    const reader = await aVisitor("viewer", [tenantId]);
    const operator = await aVisitor("owner");
    for (const file of [
      reader.get(`/portal/t/${tenantId}/collectors.csv?after=${first}`),
      operator.get(`/portal/fleet/collectors.csv?tenant=${tenantId}&after=${first}`),
    ]) {
      const [, ...lines] = await linesOf(file);
      expect(lines.map((line) => line.split(",")[0])).toEqual([second]);
    }
  });

  it("of one tenant tells nothing of another, and writes nothing into its audit log", async () => {
    const [{ tenantId, id }, other] = [await anAgent(), await aTenant()];
    const reader = await aVisitor("viewer", [tenantId]);
    for (const named of [other, "nobody"]) {
      const file = reader.get(`/portal/t/${tenantId}/collectors.csv?tenant=${named}`);
      const [, ...lines] = await linesOf(file);
      expect(lines.map((line) => line.split(",")[0])).toEqual([id]);
    }
    const audit = `/admin/audit?action=fleet.exported&tenantId=`;
    const as = await anOperator();
    const totals = [tenantId, other].map(async (tenant) =>
      (await call("GET", audit + tenant, { as })).json<{ total: number }>(),
    );
    expect((await Promise.all(totals)).map(({ total }) => total)).toEqual([2, 0]);
  });
});

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anAgent } from "../support/agent.ts";
import { call } from "../support/call.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";

const HOUR = 3_600_000;

/** Inserts `most` rows by one statement; `values` may name the number of the row as `i`. */
async function fill(
  table: string,
  columns: string,
  values: string,
  most: number,
  ...bound: unknown[]
) {
  await env.DB.prepare(
    `insert into ${table} (${columns}) with recursive n(i) as
      (select 1 union all select i + 1 from n where i < ${most}) select ${values} from n`,
  )
    .bind(...bound)
    .run();
}

async function errorOf(answer: Response): Promise<string> {
  return (await answer.json<{ error: string }>()).error;
}

async function traces(action: string, tenantId: string): Promise<unknown> {
  const query = "select count(*) as n from audit_log where action = ? and tenant_id = ?";
  return env.DB.prepare(query).bind(action, tenantId).first("n");
}

describe("the limits of a tenant's lists", () => {
  it("409 for a bearer token beyond 1,000 valid ones, also if it names other tenants too", async () => {
    const [full, other] = [await aTenant(), await aTenant()];
    const as = await anOperator();
    await fill(
      "access_tokens",
      "id, hash, last4, name, permissions, tenants, created_by, created_at, expires_at",
      "?1 || i, '', '', 'x', '[]', json_array(?1), 't', 0, ?2",
      999,
      full,
      Date.now() + HOUR,
    );
    const make = (...tenants: string[]) =>
      call("POST", "/admin/tokens", {
        as,
        body: { name: "x", permissions: ["fleet:read"], tenants },
      });
    expect((await make(full)).status).toBe(201);
    const before = await traces("token.issued", full);
    const refused = await make(full);
    expect(refused.status).toBe(409);
    expect(await errorOf(refused)).toBe("credential_limit");
    expect((await make(other, full)).status).toBe(409);
    expect((await make(other)).status).toBe(201);
    expect(await traces("token.issued", full)).toBe(before);
    await env.DB.prepare("update access_tokens set revoked_at = 1 where id = ?1 || 7")
      .bind(full)
      .run();
    await env.DB.prepare("update access_tokens set expires_at = 1 where id = ?1 || 8")
      .bind(full)
      .run();
    expect((await make(full)).status).toBe(201);
    expect((await make(full, other)).status).toBe(201);
    expect((await make(full)).status).toBe(409);
  });

  it("409 for a service key beyond 1,000 that are neither revoked nor expired", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    await fill(
      "service_keys",
      "id, hash, last4, name, operations, tenants, created_by, created_at",
      "?1 || i, '', '', 'x', '[]', json_array(?1), 't', 0",
      999,
      tenantId,
    );
    const body = { name: "x", operations: ["encrypt"], tenants: [tenantId] };
    const make = () => call("POST", "/admin/service-keys", { as, body });
    const both = await Promise.all([make(), make()]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
    for (const [end, row] of [
      ["revoked_at", 7],
      ["expires_at", 8],
    ] as const) {
      const set = env.DB.prepare(`update service_keys set ${end} = 1 where id = ?1 || ${row}`);
      await set.bind(tenantId).run();
      expect((await make()).status, end).toBe(201);
      expect((await make()).status, end).toBe(409);
    }
  });

  it("409 for a service key of all tenants beyond 10,000 valid ones", async () => {
    const as = await anOperator();
    const counted = env.DB.prepare(
      `select count(*) as n from service_keys where tenants is null and revoked_at is null
         and (expires_at is null or expires_at > ?)`,
    );
    const before = await counted.bind(Date.now()).first<number>("n");
    const name = crypto.randomUUID();
    await fill(
      "service_keys",
      "id, hash, last4, name, operations, created_by, created_at",
      "?1 || i, '', '', 'x', '[]', 't', 0",
      9_999 - Number(before),
      name,
    );
    const body = { name: "x", operations: ["encrypt"] };
    const make = async () => (await call("POST", "/admin/service-keys", { as, body })).status;
    const statuses = [await make(), await make()];
    await env.DB.prepare("delete from service_keys where id >= ?1 and id < ?1 || 'a'")
      .bind(name)
      .run();
    expect(statuses).toEqual([201, 409]);
  });

  it("409 for a person beyond 1,000, without an invitation link or audit line", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    await fill(
      "people",
      "id, name, role, tenants, created_by, created_at",
      "?1 || i, 'x', 'viewer', json_array(?1), 't', 0",
      1_000,
      tenantId,
    );
    const body = { name: "Ana", role: "viewer", tenants: [tenantId] };
    const links = () => env.DB.prepare("select count(*) as n from invites").first("n");
    const before = await links();
    const refused = await call("POST", "/admin/invites", { as, body });
    expect(refused.status).toBe(409);
    expect(await errorOf(refused)).toBe("people_limit");
    expect(await links()).toBe(before);
    expect(await traces("person.invited", tenantId)).toBe(0);
    await env.DB.prepare("update people set disabled_at = 1 where id = ?1 || 5")
      .bind(tenantId)
      .run();
    expect((await call("POST", "/admin/invites", { as, body })).status).toBe(201);
    expect(await links()).toBe(Number(before) + 1);
  });

  it("409 for an enrollment code beyond 10,000 usable ones", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    await fill(
      "enrollment_codes",
      "id, hash, last4, tenant_id, roles, region, max_uses, used, created_by, created_at, expires_at",
      "?1 || i, '', '', ?1, '[]', 'global', 1, 0, 't', ?2 - 1000, ?2 + 3600000",
      10_000,
      tenantId,
      Date.now(),
    );
    const make = () => call("POST", "/admin/enrollment-codes", { as, body: { tenantId } });
    const refused = await make();
    expect(refused.status).toBe(409);
    expect(await errorOf(refused)).toBe("enrollment_code_limit");
    await env.DB.prepare("update enrollment_codes set used = 1 where id = ?1 || 5")
      .bind(tenantId)
      .run();
    expect((await make()).status).toBe(201);
    expect((await make()).status).toBe(409);
  });

  it("409 for a webhook endpoint beyond 20", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    await fill(
      "webhook_endpoints",
      "id, tenant_id, url, events, filter, secrets, status, created_by, created_at, updated_at",
      "?1 || i, ?1, 'http://localhost:9/', '[]', '{}', '[]', 'paused', 't', 0, 0",
      19,
      tenantId,
    );
    const body = { url: "http://localhost:9/hook", events: ["ping"] };
    const make = () => call("POST", `/admin/tenants/${tenantId}/webhooks`, { as, body });
    expect((await make()).status).toBe(201);
    const refused = await make();
    expect([refused.status, await errorOf(refused)]).toEqual([409, "webhook_limit"]);
  });

  it("409 for a policy beyond 100", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const body = { tenantId, name: "x", document: {} };
    const make = () => call("POST", "/admin/policies", { as, body });
    await fill("policies", "id, tenant_id, name, created_at", "?1 || i, ?1, 'x', 0", 99, tenantId);
    expect((await make()).status).toBe(201);
    const refused = await make();
    expect(refused.status).toBe(409);
    expect(await errorOf(refused)).toBe("policy_limit");
    expect(await traces("policy.created", tenantId)).toBe(1);
  });

  it("409 for a policy of a further role beyond 500; a role that has a policy can get another", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    const as = await anOperator();
    const assign = async (of: string, role?: string, policyId = "default") => {
      const body = { tenantId: of, policyId, ...(role === undefined ? {} : { role }) };
      return call("PUT", "/admin/policies/assignments", { as, body });
    };
    await fill(
      "policy_assignments",
      "tenant_id, role, policy_id",
      "?1, 'r' || i, 'x'",
      498,
      tenantId,
    );
    const both = await Promise.all([
      assign(tenantId),
      assign(tenantId, "a"),
      assign(tenantId, "b"),
    ]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 204, 409]);
    const refused = await assign(tenantId, "c");
    expect([refused.status, await errorOf(refused)]).toEqual([409, "role_limit"]);
    expect((await assign(tenantId, "r7")).status).toBe(204);
    expect((await assign(other, "c")).status).toBe(204);
    expect(await traces("policy.assigned", tenantId)).toBe(3);
    const unknown = await assign(tenantId, "c", crypto.randomUUID());
    expect([unknown.status, await errorOf(unknown)]).toEqual([400, "unknown_policy"]);
    // A role that an earlier version took beyond the limit can still get another policy.
    await fill(
      "policy_assignments",
      "tenant_id, role, policy_id",
      "?1, 'old' || i, 'x'",
      9,
      tenantId,
    );
    expect((await assign(tenantId, "old7")).status).toBe(204);
  });

  it("409 for an API key beyond 200, counting expired keys but not deleted ones", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    await fill(
      "api_keys",
      "id, tenant_id, hash, last4, name, scopes, allowed_addresses, created_by, created_at, expires_at",
      "?1 || i, ?1, '', '', 'x', 1, '[]', 't', 0, 1",
      199,
      tenantId,
    );
    const make = async (of: string) => {
      const body = { name: "x", scopes: ["urlsearch"] };
      const as = await aMember(of);
      return call("POST", `/admin/tenants/${of}/api-keys`, { as, body });
    };
    expect((await make(tenantId)).status).toBe(201);
    const refused = await make(tenantId);
    expect(refused.status).toBe(409);
    expect(await errorOf(refused)).toBe("api_key_limit");
    expect((await make(other)).status).toBe(201);
    await env.DB.prepare("update api_keys set deleted_at = 1 where id = ?1 || 5")
      .bind(tenantId)
      .run();
    expect((await make(tenantId)).status).toBe(201);
    expect((await make(tenantId)).status).toBe(409);
  });
});

describe("the revisions of a policy", () => {
  it("only the newest 50 are kept, and an agent whose revision is gone gets the newest", async () => {
    const agent = await anAgent();
    const { tenantId } = agent;
    const as = await anOperator();
    const body = { tenantId, name: "x", document: { n: 1 } };
    const { id } = await (
      await call("POST", "/admin/policies", { as, body })
    ).json<{ id: string }>();
    const assigned = { as, body: { tenantId, policyId: id } };
    await call("PUT", "/admin/policies/assignments", assigned);
    await agent.checkIn();
    const revise = (n: number) =>
      call("POST", `/admin/policies/${id}/revisions`, { as, body: { document: { n } } });
    for (let n = 2; n <= 50; n += 1) expect((await revise(n)).status).toBe(201);
    const held = await (await agent.call("GET", "/agents/me/policy")).json();
    expect(held).toMatchObject({ id, revision: 1, document: { n: 1 } });
    expect((await revise(51)).status).toBe(201);
    const { results } = await env.DB.prepare(
      "select min(revision) as least, count(*) as n from policy_revisions where policy_id = ?",
    )
      .bind(id)
      .all();
    expect(results).toEqual([{ least: 2, n: 50 }]);
    const newest = await (await agent.call("GET", "/agents/me/policy")).json();
    expect(newest).toMatchObject({ id, revision: 51, document: { n: 51 } });
    expect(await traces("policy.revised", tenantId)).toBe(50);
  });
});

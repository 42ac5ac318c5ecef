import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { aCode, anAgent, enrolWith, type EnrollResponse, TestAgent } from "../../support/agent.ts";
import { findCode } from "../../../src/fleet/codes/code-store.ts";
import { database } from "../../../src/platform/index.ts";
import { withAnotherSecret } from "../../support/another-secret.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { deafDatabase } from "../../support/dying-database.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";

const DAY_MS = 86_400_000;

describe("GET /.well-known/agent-configuration", () => {
  it("200 with exactly the document of the contract, without a credential", async () => {
    const answer = await call("GET", "/.well-known/agent-configuration");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      version: "1",
      environment: "test",
      enrollment: { endpoint: "http://rampart.test/enroll", method: "POST", codeRequired: true },
      checkin: { endpoint: "http://rampart.test/agents/{id}/checkin", intervalSeconds: 60 },
      identityEndpoint: "http://rampart.test/agents/me",
      agent: { minVersion: "1.0.0", recommendedVersion: "1.0.0" },
      docsUrl: "http://rampart.test/docs",
    });
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    const etag = answer.headers.get("etag") ?? "";
    const again = await call("GET", "/.well-known/agent-configuration", {
      headers: { "if-none-match": etag },
    });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    for (const name of ["cache-control", "etag"]) {
      expect(again.headers.get(name)).toBe(answer.headers.get(name));
    }
  });
});

describe("POST /enroll", () => {
  it("200 with exactly the fields of the contract and a certificate that works", async () => {
    const tenantId = await aTenant();
    const { code, id } = await aCode({ tenantId, roles: ["gateway", "sensor"], region: "eu" });
    const key = await makeKey();
    const answer = await enrolWith(code, await makeCsr(key), {
      role: "sensor",
      machine: { hostname: "h1", machine_id: "m1", os: { name: "linux" }, ip: ["10.1.1.1"] },
      agent: { version: "1.2.3" },
      labels: { site: "north" },
      enrollment_id: crypto.randomUUID(),
    });
    expect(answer.status).toBe(200);
    const body = await answer.json<EnrollResponse>();
    expect(Object.keys(body).sort()).toEqual(
      [
        "agent_id",
        "tenant_id",
        "role",
        "enrolled_at",
        "backend_url",
        "region",
        "client_cert_pem",
        "ca_chain_pem",
        "cert_expires_at",
        "policy",
        "checkin_interval_s",
      ].sort(),
    );
    expect(body).toMatchObject({
      tenant_id: tenantId,
      role: "sensor",
      region: "eu",
      backend_url: "http://rampart.test",
      policy: { id: "default", revision: 1 },
    });
    expect(body.agent_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const days = (Date.parse(body.cert_expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
    const agent = new TestAgent(body, key);
    expect((await agent.checkIn()).status).toBe(200);
    const detail = await call("GET", `/agents/${agent.id}`, { as: await anOperator() });
    expect(await detail.json()).toMatchObject({
      enrolled_via: id,
      labels: { site: "north" },
      machine: { hostname: "h1" },
      agent: { version: "1.2.3", version_status: "current" },
    });
  });

  it("200 with the same agent and certificate when the same key enrols again", async () => {
    const { code } = await aCode();
    const csr = await makeCsr(await makeKey());
    const first = await (await enrolWith(code, csr)).json();
    const again = await enrolWith(code, csr);
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual(first);
  });

  it("200 with one agent for many requests at once with one code and four keys, 401 for the other keys", async () => {
    const { code, id } = await aCode();
    const csrs = await Promise.all([1, 2, 3, 4].map(async () => makeCsr(await makeKey())));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => enrolWith(code, csrs[n % 4] ?? "")),
    );
    const agents = new Set<string>();
    for (const answer of answers) {
      const body = await answer.json<{ agent_id: string; error: string }>();
      if (answer.status === 200) agents.add(body.agent_id);
      else expect(`${answer.status} ${body.error}`).toBe("401 code_consumed");
    }
    expect(agents.size).toBe(1);
    const rows = await env.DB.prepare("SELECT count(*) AS n FROM agents WHERE code_id = ?")
      .bind(id)
      .first();
    expect(rows).toEqual({ n: 1 });
  });

  it.each([true, false])(
    "500 while D1 fails, and a retry completes the enrolment once (already done at the failure: %s)",
    async (done) => {
      const tenantId = await aTenant();
      const { code, id } = await aCode({ tenantId, maxUses: 2 });
      const enrolOn = async (DB: D1Database, csr_pem: string) => {
        const answer = await anApp({}, { DB }).request("http://rampart.test/enroll", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ enrollment_code: code, csr_pem }),
        });
        return answer.status;
      };
      const csr = await makeCsr(await makeKey());
      // The tenant's settings are cached from here on.
      expect(await enrolOn(env.DB, await makeCsr(await makeKey()))).toBe(200);
      expect(await enrolOn(deafDatabase({ done }), csr)).toBe(500);
      for (let turn = 0; turn < 2; turn += 1) expect(await enrolOn(env.DB, csr)).toBe(200);
      const as = await anOperator();
      const traces = await call("GET", `/admin/audit?tenantId=${tenantId}&action=agent.enrolled`, {
        as,
      });
      expect(await traces.json()).toMatchObject({ total: 2 });
      const codes = await call("GET", `/admin/enrollment-codes?tenantId=${tenantId}`, { as });
      expect(await codes.json()).toMatchObject({ items: [{ id, used: 2, status: "consumed" }] });
    },
  );

  it("counts the agents of a code, but not the requests refused beside them", async () => {
    const held = await anAgent();
    const refused = await makeCsr(held.key);
    for (let turn = 0; turn < 5; turn += 1) {
      const { id, code } = await aCode({ maxUses: 3 });
      const free = await makeCsr(await makeKey());
      const answers = await Promise.all([refused, free, free].map((csr) => enrolWith(code, csr)));
      expect(answers.map(({ status }) => status)).toEqual([409, 200, 200]);
      expect(await findCode(database(env), id)).toMatchObject({ used: 1 });
    }
  });

  it("401 once the code is used up, revoked, unknown or has another secret", async () => {
    const as = await anOperator();
    const fresh = async () => makeCsr(await makeKey());
    const { code } = await aCode();
    await enrolWith(code, await fresh());
    const errorOf = async (text: string) => {
      const answer = await enrolWith(text, await fresh());
      const { error, action } = await answer.json<{ error: string; action: string }>();
      return `${answer.status} ${error} ${action}`;
    };
    expect(await errorOf(code)).toBe("401 code_consumed stop");
    const other = await aCode();
    await call("DELETE", `/admin/enrollment-codes/${other.id}`, { as });
    expect(await errorOf(other.code)).toBe("401 code_revoked stop");
    expect(await errorOf("rmp_enr_made_up")).toBe("401 code_invalid stop");
    const swapped = `${other.code.slice(0, 20)}${code.slice(20)}`;
    expect(await errorOf(swapped)).toBe("401 code_invalid stop");
    const third = await aCode();
    expect(await errorOf(withAnotherSecret(third.code))).toBe("401 code_invalid stop");
  });

  it("401 from the second in which the code expires; its agent can repeat for a day; listed as expired", async () => {
    const { code, id } = await aCode({ maxUses: 5, ttlSeconds: 60 });
    const as = await anOperator();
    const listed = await call("GET", "/admin/enrollment-codes?limit=1", { as });
    const [made] = (await listed.json<{ items: { id: string; expiresAt: string }[] }>()).items;
    expect(made?.id).toBe(id);
    const end = Date.parse(made?.expiresAt ?? "");
    const enrolAt = (now: number, csr_pem: string) =>
      anApp({ now: () => now }).request("http://rampart.test/enroll", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ enrollment_code: code, csr_pem }),
      });
    const csr = await makeCsr(await makeKey());
    const first = await enrolAt(end - 1, csr);
    expect(first.status).toBe(200);
    const told = await first.json();
    const late = await enrolAt(end, await makeCsr(await makeKey()));
    expect(await late.json()).toMatchObject({ statusCode: 401, error: "code_expired" });
    expect(await (await enrolAt(end, csr)).json()).toEqual(told);
    expect(await (await enrolAt(end - 1 + DAY_MS, csr)).json()).toEqual(told);
    const nextDay = await enrolAt(end + DAY_MS, csr);
    expect(await nextDay.json()).toMatchObject({ statusCode: 401, error: "code_expired" });
    const list = await anApp({ now: () => end }).request(
      "http://rampart.test/admin/enrollment-codes?limit=1",
      { headers: { authorization: `Bearer ${as}` } },
    );
    expect(await list.json()).toMatchObject({ items: [{ id, status: "expired", used: 1 }] });
  });

  it("409 if the key belongs to a live agent, and the code stays usable", async () => {
    const agent = await anAgent();
    const { code } = await aCode();
    const clone = await enrolWith(code, await makeCsr(agent.key));
    expect(clone.status).toBe(409);
    expect(await clone.json()).toMatchObject({ error: "key_in_use", retryable: false });
    expect((await enrolWith(code, await makeCsr(await makeKey()))).status).toBe(200);
  });

  it("403 for a role that the code does not allow, 400 for a version that is too old", async () => {
    const { code } = await aCode({ roles: ["sensor"] });
    const csr = await makeCsr(await makeKey());
    const role = await enrolWith(code, csr, { role: "gateway" });
    expect(role.status).toBe(403);
    expect(await role.json()).toMatchObject({ error: "role_not_allowed" });
    const old = await enrolWith(code, csr, { agent: { version: "0.9.9" } });
    expect(old.status).toBe(400);
    expect(await old.json()).toMatchObject({ error: "unsupported_version", action: "upgrade" });
    // What is no version is not known to be too old.
    expect((await enrolWith(code, csr, { agent: { version: "nightly" } })).status).toBe(200);
    expect((await enrolWith(code, csr, { role: "sensor" })).status).toBe(200);
  });

  it.each([
    ["an unknown field", { tenant_id: "other" }],
    [
      "too many labels",
      { labels: Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`l${n}`, ""])) },
    ],
    ["an enrollment_id that is not a UUID", { enrollment_id: "x" }],
  ])("400 for %s", async (_name, more) => {
    const answer = await enrolWith("x", "y", more);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: "invalid_request" });
  });

  it.each([
    ["in a label's value", { site: "north", rack: "4\ud83d" }, "labels.rack"],
    ["in a label's name", { "\udc00": "4" }, String.raw`labels.\udc00`],
  ])(
    "400 for half a surrogate pair %s, with its path; the code stays usable",
    async (_what, labels, path) => {
      const { code } = await aCode();
      const csr = await makeCsr(await makeKey());
      const answer = await enrolWith(code, csr, { labels });
      expect(answer.status).toBe(400);
      const text = await answer.text();
      expect(text).toContain(`"path":"${path}"`);
      expect(text).toContain("must be well-formed Unicode");
      const fixed = await enrolWith(code, csr, { labels: { site: "north \u{1f600}" } });
      expect(fixed.status).toBe(200);
    },
  );

  it("200 for half a surrogate pair in the machine's description", async () => {
    const { code } = await aCode();
    const machine = { hostname: "h\ud83d", machine_id: "m\udc00" };
    const answer = await enrolWith(code, await makeCsr(await makeKey()), { machine });
    expect(answer.status).toBe(200);
    const agent = await anAgent();
    for (let n = 0; n < 3; n += 1) {
      expect((await agent.checkIn({ machine, status: { note: "\ud83d" } })).status).toBe(200);
    }
    expect(await (await agent.me()).json()).toMatchObject({ effective_state: "online" });
  });

  it("400 for a signing request that another key signed", async () => {
    const { code } = await aCode();
    const answer = await enrolWith(code, await makeCsr(await makeKey(), await makeKey()));
    expect(await answer.json()).toMatchObject({ statusCode: 400, error: "csr_signature_invalid" });
  });

  it.each(["suspended", "closed"])("403 while the tenant is %s", async (status) => {
    const agent = await anAgent();
    const { tenantId } = agent;
    const as = await anOperator();
    const { code } = await aCode({ tenantId });
    const csr_pem = await makeCsr(await makeKey());
    const path = `/admin/tenants/${tenantId}`;
    await call("PATCH", path, { as, body: { status } });
    const byOperator = call("POST", `/enroll?tenant=${tenantId}`, { as, body: { csr_pem } });
    for (const answer of [await enrolWith(code, csr_pem), await byOperator]) {
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error: "tenant_inactive", action: "stop" });
    }
    expect((await agent.checkIn({})).status).toBe(200);
    await call("PATCH", path, { as, body: { status: "active" } });
    expect((await enrolWith(code, csr_pem)).status).toBe(200);
  });

  it("413 above 64 KiB", async () => {
    const answer = await enrolWith("x", "y".repeat(65_536));
    expect(answer.status).toBe(413);
  });
});

describe("/admin/enrollment-codes", () => {
  it("201 shows the code once; the list shows its use and never the code", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const made = await call("POST", "/admin/enrollment-codes", { as, body: { tenantId } });
    const { code, ...shown } = await made.json<{ code: string; id: string }>();
    expect(code).toMatch(/^rmp_enr_/);
    expect(shown).toMatchObject({ maxUses: 1, used: 0, status: "active", roles: ["collector"] });
    await enrolWith(code, await makeCsr(await makeKey()));
    const list = await call("GET", "/admin/enrollment-codes", { as });
    const text = await list.text();
    expect(text).not.toContain(code);
    expect(JSON.parse(text)).toMatchObject({ total: 1, items: [{ used: 1, status: "consumed" }] });
  });

  it("201 with roles named twice, which are kept once, in their order", async () => {
    const tenantId = await aTenant();
    const body = { tenantId, roles: ["sensor", "gateway", "sensor"] };
    const as = await aMember(tenantId);
    const made = await call("POST", "/admin/enrollment-codes", { as, body });
    expect(await made.json()).toMatchObject({ roles: ["sensor", "gateway"] });
  });

  it("403 for another tenant, 404 for its codes", async () => {
    const as = await aMember(await aTenant());
    const body = { tenantId: await aTenant() };
    expect((await call("POST", "/admin/enrollment-codes", { as, body })).status).toBe(403);
    const { id } = await aCode();
    expect((await call("DELETE", `/admin/enrollment-codes/${id}`, { as })).status).toBe(404);
  });

  it("201 with maxUses 3: three agents can enrol, 401 for the fourth", async () => {
    const { code } = await aCode({ maxUses: 3 });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      statuses.push((await enrolWith(code, await makeCsr(await makeKey()))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 401]);
  });
});

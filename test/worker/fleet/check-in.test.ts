import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
  aCode,
  anAgent,
  enrolWith,
  errorOf,
  spendTokens,
  type TestAgent,
  tlsOf,
} from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { makeCa, makeCsr, makeKey } from "../../support/make-csr.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";
import { CHECK_IN_RATE } from "../../../src/fleet/agent/bucket.ts";
import { localIssuer } from "../../../src/certificates/issue-locally.ts";
import { openAuthority, readChain } from "../../../src/certificates/authority.ts";
import { readCsr } from "../../../src/certificates/read-csr.ts";
import { settle } from "../../../src/http/index.ts";

interface Row {
  seq: number;
  last_seen: number;
  role: string;
  health: string | null;
  version: string | null;
  hostname: string | null;
}

const rowOf = (agent: TestAgent) =>
  env.DB.prepare("SELECT * FROM agents WHERE agent_id = ?").bind(agent.id).first<Row>();

/** A certificate that our CA has signed and that no agent ever got. */
async function strayCertificate(
  agent: TestAgent,
  ca = { keyPem: env.AGENT_CA_KEY, chainPem: env.AGENT_CA_CHAIN },
) {
  const chain = readChain(ca.chainPem);
  const authority = () => openAuthority(ca.keyPem, chain);
  const issuer = localIssuer({ authority, chain, trustDomain: "agents.test" });
  const csr = settle(await readCsr(await makeCsr(await makeKey())));
  const named = { tenantId: agent.tenantId, agentId: agent.id };
  return settle(await issuer.issue({ ...named, csr, ttlDays: 1, now: Date.now(), renewal: false }))
    .pem;
}

describe("POST /agents/{id}/checkin", () => {
  it("200 with the policy and a check-in interval within ten percent of a minute", async () => {
    const agent = await anAgent();
    const answer = await agent.checkIn({});
    expect(answer.status).toBe(200);
    const body = await answer.json<{ policy: { checkin_interval_s: number } }>();
    expect(body).toEqual({
      policy: { id: "default", revision: 1, checkin_interval_s: expect.any(Number) },
    });
    expect(body.policy.checkin_interval_s).toBeGreaterThanOrEqual(54);
    expect(body.policy.checkin_interval_s).toBeLessThanOrEqual(66);
  });

  it("200 keeps a field's content under odd names such as __proto__", async () => {
    const agent = await anAgent();
    const odd = '{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}},"toString":3}';
    const parts = ["machine", "agent", "status", "cert"].map((part) => `"${part}":${odd}`);
    const path = `/agents/${agent.id}/checkin`;
    expect((await agent.call("POST", path, `{${parts.join()}}`)).status).toBe(200);
    const detail = await call("GET", `/agents/${agent.id}`, { as: await anOperator() });
    const { machine } = await detail.json<{ machine: object }>();
    expect(JSON.stringify(machine)).toBe(odd);
  });

  it("200 with every field of the contract, shown in the agent's detail", async () => {
    const agent = await anAgent();
    const began = Date.now();
    const answer = await agent.checkIn(
      {
        role: "collector",
        machine: {
          hostname: "h",
          machine_id: "m",
          os: { name: "linux", version: "6" },
          extra: [1],
        },
        agent: { version: "1.4.0", policy: { id: "default", revision: 1 } },
        status: { health: "degraded", message: "disk", components: [] },
        cert: { fingerprint_sha256: "x" },
        sent_at: new Date(began - 90_000).toISOString(),
      },
      { cf: { colo: "AMS", country: "NL" }, headers: { "cf-connecting-ip": "203.0.113.9" } },
    );
    expect(answer.status).toBe(200);
    const took = Math.round((Date.now() - began) / 1000);
    const as = await anOperator();
    const detail = await call("GET", `/admin/fleet/collectors/${agent.tenantId}/${agent.id}`, {
      as,
    });
    const body = await detail.json<{ clock_skew_s: number }>();
    expect(body).toMatchObject({
      effective_state: "degraded",
      reasons: ["health_degraded"],
      machine: { hostname: "h", extra: [1] },
      agent: { version: "1.4.0" },
      policy: { policy_status: "in_sync", reported_revision: 1 },
      last_ip: "203.0.113.9",
      colo: "AMS",
      country: "NL",
      counters: { checkins_24h: 1, events_24h: 0, rejected_24h: 0 },
    });
    expect(body.clock_skew_s).toBeGreaterThanOrEqual(-90 - took);
    expect(body.clock_skew_s).toBeLessThanOrEqual(-90);
  });

  it.each([
    ["no body", undefined],
    ["a list", []],
    ["an unknown field", { tenant_id: "x" }],
    ["a machine that is a string", { machine: "x" }],
    ["broken JSON", "{"],
  ])("400 for %s", async (_name, body) => {
    const agent = await anAgent();
    const answer = await agent.call("POST", `/agents/${agent.id}/checkin`, body);
    expect(answer.status).toBe(400);
  });

  it("413 above 32 KiB", async () => {
    const answer = await (await anAgent()).checkIn({ status: { message: "x".repeat(32_768) } });
    expect(answer.status).toBe(413);
  });

  it("200 writes no row of D1 while nothing changes, and one as soon as a field changes", async () => {
    const agent = await anAgent();
    const report = { agent: { version: "1.0.0" }, status: { health: "healthy" } };
    await agent.checkIn(report);
    const first = await rowOf(agent);
    await agent.checkIn(report);
    await agent.checkIn({});
    expect((await rowOf(agent))?.seq).toBe(first?.seq);
    await agent.checkIn({ status: { health: "error" } });
    const changed = await rowOf(agent);
    expect(changed?.seq).toBe((first?.seq ?? 0) + 1);
    expect(changed?.health).toBe("error");
  });

  it("200 takes one call of the agent's object and no statement of D1 while nothing changes", async () => {
    const agent = await anAgent();
    const report = { machine: { hostname: "h" }, status: { health: "healthy" } };
    await agent.checkIn(report);
    const seen: string[] = [];
    const watched = <T extends object>(name: string, real: T): T =>
      new Proxy(real, {
        get(target, member) {
          seen.push(`${name}.${String(member)}`);
          const value: unknown = Reflect.get(target, member);
          return typeof value === "function" ? (value as () => unknown).bind(target) : value;
        },
      });
    const { request } = anApp(
      {},
      { AGENT: watched("AGENT", env.AGENT), DB: watched("DB", env.DB) },
    );
    const send = (body: object) =>
      request(`http://rampart.test/agents/${agent.id}/checkin`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        cf: { tlsClientAuth: tlsOf(agent.pem) },
      });
    // The first may look up the tenant's settings, which are cached for 15 s.
    expect((await send(report)).status).toBe(200);
    seen.length = 0;
    expect((await send({ ...report, sent_at: new Date().toISOString() })).status).toBe(200);
    expect(seen).toEqual(["AGENT.get", "AGENT.idFromName"].toSorted());
    seen.length = 0;
    expect((await send({ status: { health: "error" } })).status).toBe(200);
    expect(seen).toContain("DB.batch");
  });

  it("200 takes over a reported role only if the enrolment code allows it", async () => {
    const agent = await anAgent({ roles: ["sensor", "gateway"] });
    await agent.checkIn({ role: "admin" });
    expect((await rowOf(agent))?.role).toBe("sensor");
    await agent.checkIn({ role: "gateway" });
    expect((await rowOf(agent))?.role).toBe("gateway");
  });

  it("429 with Retry-After when an agent exceeds its rate", async () => {
    const agent = await anAgent();
    const now = Date.now();
    const { request } = anApp({ now: () => now });
    let limited: Response | undefined;
    await spendTokens(agent, "checkIns", CHECK_IN_RATE.burst - 10, now);
    for (let n = 0; n <= 10; n += 1) {
      expect(limited).toBeUndefined();
      const answer = await request(`http://rampart.test/agents/${agent.id}/checkin`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
        cf: { tlsClientAuth: tlsOf(agent.pem) },
      });
      if (answer.status === 429) limited = answer;
      else await answer.body?.cancel();
    }
    expect(Number(limited?.headers.get("retry-after"))).toBeGreaterThanOrEqual(30);
    expect(await limited?.json()).toMatchObject({ error: "rate_limited", action: "retry_later" });
  });
});

describe("POST /checkin", () => {
  it("200 with the policy and no interval", async () => {
    const agent = await anAgent();
    const answer = await agent.call("POST", "/checkin", {
      agent_id: agent.id,
      machine: { hostname: "old" },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ policy: { id: "default", revision: 1 } });
    expect((await rowOf(agent))?.hostname).toBe("old");
  });

  it("400 without an id or with an unknown field, 403 for another agent's id", async () => {
    const agent = await anAgent();
    for (const body of [{}, { agent_id: "" }, { agent_id: agent.id, agent: {} }]) {
      expect((await agent.call("POST", "/checkin", body)).status).toBe(400);
    }
    const other = await anAgent();
    const answer = await agent.call("POST", "/checkin", { agent_id: other.id });
    expect(await errorOf(answer)).toBe("403 agent_id_mismatch stop");
  });
});

describe("the client certificate of an agent", () => {
  it("401 if missing, and never read from a header", async () => {
    const agent = await anAgent();
    const answer = await call("POST", `/agents/${agent.id}/checkin`, {
      body: {},
      headers: { "client-cert": "x", "x-client-cert-sha256": "y" },
    });
    expect(await errorOf(answer)).toBe("401 client_certificate_required re_enroll");
  });

  it("401 if revoked at the edge, though the edge reports it as verified", async () => {
    const answer = await (await anAgent()).checkIn({}, { tls: { certRevoked: "1" } });
    expect(await errorOf(answer)).toBe("401 certificate_revoked stop");
  });

  it("401 if issued by our CA but held by no agent, and if issued by another CA", async () => {
    const agent = await anAgent();
    const stray = await agent.checkIn({}, { pem: await strayCertificate(agent) });
    expect(await errorOf(stray)).toBe("401 certificate_unknown re_enroll");
    const foreign = await agent.checkIn({}, { pem: await strayCertificate(agent, await makeCa()) });
    expect(await errorOf(foreign)).toBe("401 certificate_untrusted re_enroll");
  });

  it("403 for another agent's id whether it exists or not, with an audit entry and no change", async () => {
    const [agent, other] = [await anAgent(), await anAgent()];
    const answers = [other.id, "nobody"].map((id) =>
      agent.call("POST", `/agents/${id}/checkin`, {}),
    );
    const bodies = await Promise.all(
      (await Promise.all(answers)).map(async (answer) => ({
        ...(await answer.json<object>()),
        requestId: "",
      })),
    );
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]).toMatchObject({
      statusCode: 403,
      error: "agent_id_mismatch",
      action: "stop",
    });
    expect((await rowOf(other))?.last_seen).toBe(0);
    const as = await anOperator();
    const log = await call(
      "GET",
      `/admin/audit?tenantId=${agent.tenantId}&action=agent.id_mismatch`,
      { as },
    );
    expect(await log.json()).toMatchObject({ total: 2, items: [{ target: agent.id }, {}] });
  });

  it("200 for dictionaries while the agent is active, 403 once revoked", async () => {
    const agent = await anAgent();
    const read = () => agent.call("GET", "/detection-dictionaries");
    expect((await read()).status).toBe(200);
    const as = await anOperator();
    await call("POST", `/admin/fleet/collectors/${agent.tenantId}/${agent.id}/revoke`, { as });
    expect(await errorOf(await read())).toBe("403 agent_revoked stop");
  });
});

describe("the policy of an agent", () => {
  it("is the code's, else the role's, else the tenant's, and follows a new revision", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const make = async (name: string, checkinIntervalSeconds: number) => {
      const body = { tenantId, name, document: { name }, checkinIntervalSeconds };
      return (await call("POST", "/admin/policies", { as, body })).json<{ id: string }>();
    };
    const [forAll, forSensors, forCode] = [
      await make("all", 120),
      await make("sensors", 300),
      await make("code", 600),
    ];
    const put = (body: object) => call("PUT", "/admin/policies/assignments", { as, body });
    expect((await put({ tenantId, policyId: forAll.id })).status).toBe(204);
    expect((await put({ tenantId, role: "sensor", policyId: forSensors.id })).status).toBe(204);
    const told = async (agent: TestAgent) =>
      (await (await agent.checkIn({})).json<{ policy: { id: string; revision: number } }>()).policy;
    const plain = await anAgent({ tenantId });
    const sensor = await anAgent({ tenantId, roles: ["sensor"] });
    const coded = await anAgent({ tenantId, roles: ["sensor"], policyId: forCode.id });
    expect(await told(plain)).toMatchObject({ id: forAll.id, revision: 1 });
    expect(await told(sensor)).toMatchObject({ id: forSensors.id });
    expect(await told(coded)).toMatchObject({ id: forCode.id });
    const revised = await call("POST", `/admin/policies/${forAll.id}/revisions`, {
      as,
      body: { document: { name: "all", on: true } },
    });
    expect(await revised.json()).toMatchObject({ revision: 2, checkinIntervalSeconds: 120 });
    expect(await told(plain)).toMatchObject({ id: forAll.id, revision: 2 });
    const answer = await plain.call("GET", "/agents/me/policy");
    // The agent's own tenant has no dictionaries; shared ones may come from other test files.
    const asked = `/detection-dictionaries?enabled=true&appliesTo=agents`;
    const dictionaries = await (
      await call("GET", asked, { as })
    ).json<{ tenantId: string | null }[]>();
    expect(dictionaries.filter(({ tenantId: owner }) => owner !== null)).toEqual([]);
    expect(await answer.json()).toEqual({
      id: forAll.id,
      revision: 2,
      document: { name: "all", on: true },
      dictionaries,
    });
    const etag = answer.headers.get("etag") ?? "";
    const again = await plain.call("GET", "/agents/me/policy", undefined, {
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
  });

  it("403 or 404 in another tenant", async () => {
    const as = await aMember(await aTenant());
    const tenantId = await aTenant();
    const body = { tenantId, name: "x", document: {} };
    expect((await call("POST", "/admin/policies", { as, body })).status).toBe(403);
    const made = await call("POST", "/admin/policies", { as: await anOperator(), body });
    const { id } = await made.json<{ id: string }>();
    expect((await call("GET", `/admin/policies/${id}`, { as })).status).toBe(404);
    expect(
      (await call("POST", `/admin/policies/${id}/revisions`, { as, body: { document: {} } }))
        .status,
    ).toBe(404);
    const assignment = { tenantId, policyId: id };
    expect(
      (await call("PUT", "/admin/policies/assignments", { as, body: assignment })).status,
    ).toBe(403);
  });

  it("has a check-in interval that can be stretched for a whole tenant", async () => {
    const agent = await anAgent();
    const as = await anOperator();
    const path = `/admin/fleet/settings/${agent.tenantId}`;
    const changed = await call("PATCH", path, { as, body: { intervalPercent: 500 } });
    expect(await changed.json()).toMatchObject({ intervalPercent: 500, certificateDays: 30 });
    const { policy } = await (
      await agent.checkIn({})
    ).json<{ policy: { checkin_interval_s: number } }>();
    expect(policy.checkin_interval_s).toBeGreaterThanOrEqual(270);
    expect((await call("PATCH", path, { as, body: { certificateDays: 91 } })).status).toBe(400);
  });
});

describe("an overloaded agent object", () => {
  it("503 with a Retry-After of the agent's own, and the log says what failed", async () => {
    const agent = await anAgent();
    const overloaded = Object.assign(new Error("too many requests"), { overloaded: true });
    const stub = { checkIn: () => Promise.reject(overloaded) };
    const AGENT = { idFromName: () => "", get: () => stub } as unknown as Cloudflare.Env["AGENT"];
    const { request, lines } = anApp({}, { AGENT });
    const answer = await request(`http://rampart.test/agents/${agent.id}/checkin`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
      cf: { tlsClientAuth: tlsOf(agent.pem) },
    });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(30);
    expect(await errorOf(answer)).toBe("503 overloaded retry_later");
    expect(JSON.stringify(lines)).toContain("too many requests");
  });
});

describe("GET /agents?q= with a label", () => {
  it("200 without agents of another tenant", async () => {
    const { code } = await aCode();
    await enrolWith(code, await makeCsr(await makeKey()), { labels: { site: "x1" } });
    const as = await aMember(await aTenant());
    const found = await call("GET", "/agents?q=site=x1", { as });
    expect(await found.json()).toMatchObject({ total: 0 });
  });
});

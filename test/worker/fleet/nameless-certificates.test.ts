import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openAuthority, readChain } from "../../../src/certificates/authority.ts";
import { localIssuer } from "../../../src/certificates/issue-locally.ts";
import { readCsr } from "../../../src/certificates/read-csr.ts";
import type { AgentRecord } from "../../../src/fleet/agent/record.ts";
import { settle } from "../../../src/http/index.ts";
import {
  aCode,
  anAgent,
  enrolWith,
  type EnrollResponse,
  stubOf,
  type TestAgent,
  tlsOf,
} from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { dyingDatabase } from "../../support/dying-database.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";
import { aNewOperator, anOperator, aTenant } from "../../support/people.ts";
import { aVisitor } from "../../support/visitor.ts";

const ISSUER = { AGENT_ISSUER: "cloudflare", CLOUDFLARE_ZONE_ID: "z", CLOUDFLARE_API_TOKEN: "t" };
/** More calls of D1 than an enrolment or a rotation makes. */
const MOST_CALLS = 9;

/** A CA that we trust and whose certificates do not name the agent in our trust domain. */
async function issue(input: RequestInfo, init?: RequestInit): Promise<Response> {
  const { csr } = await new Request(input, init).json<{ csr: string }>();
  const chain = readChain(env.AGENT_CA_CHAIN);
  const authority = () => openAuthority(env.AGENT_CA_KEY, chain);
  const issuer = localIssuer({ authority, chain, trustDomain: "elsewhere.test" });
  const named = { tenantId: "t", agentId: "a", csr: settle(await readCsr(csr)) };
  const order = { ...named, ttlDays: 30, now: Date.now(), renewal: false };
  const { pem } = settle(await issuer.issue(order));
  const result = { id: crypto.randomUUID(), certificate: pem };
  return Response.json({ success: true, result });
}

function send(DB: D1Database, method: string, path: string, pem?: string, body?: object) {
  return anApp({}, { ...ISSUER, DB }).request(`http://rampart.test${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(pem === undefined ? {} : { cf: { tlsClientAuth: tlsOf(pem) } }),
  });
}

describe("a certificate that does not name its agent, wherever D1 fails while it is issued", () => {
  beforeEach(() => void vi.stubGlobal("fetch", issue));
  afterEach(() => void vi.unstubAllGlobals());

  it("works for an agent that repeats its enrolment", async () => {
    for (let calls = 0; calls < MOST_CALLS; calls += 1) {
      const { code } = await aCode();
      const body = { enrollment_code: code, csr_pem: await makeCsr(await makeKey()) };
      await send(dyingDatabase(calls), "POST", "/enroll", undefined, body);
      const again = await send(env.DB, "POST", "/enroll", undefined, body);
      expect([calls, again.status]).toEqual([calls, 200]);
      const { client_cert_pem: pem } = await again.json<EnrollResponse>();
      const me = await send(env.DB, "GET", "/agents/me", pem);
      expect([calls, me.status]).toEqual([calls, 200]);
    }
  });

  it("works for an agent that repeats its rotation", async () => {
    for (let calls = 0; calls < MOST_CALLS; calls += 1) {
      const agent = await anAgent();
      const path = `/agents/${agent.id}/rotate-cert`;
      const body = { csr_pem: await makeCsr(await makeKey()) };
      await send(dyingDatabase(calls), "POST", path, agent.pem, body);
      const again = await send(env.DB, "POST", path, agent.pem, body);
      expect([calls, again.status]).toEqual([calls, 200]);
      const { client_cert_pem: pem } = await again.json<EnrollResponse>();
      const me = await send(env.DB, "GET", "/agents/me", pem);
      expect([calls, me.status]).toEqual([calls, 200]);
    }
  });
});

/** A CA that first does something else; records what it issues and what it is asked to revoke. */
function aCaThat(meanwhile: () => Promise<unknown>) {
  const given: string[] = [];
  const revoked: string[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo, init?: RequestInit) => {
    const { method, url } = new Request(input, init);
    if (method === "DELETE") {
      revoked.push(url.split("/").at(-1) ?? "");
      return Response.json({ success: true });
    }
    await meanwhile();
    const answer = await issue(input, init);
    given.push((await answer.clone().json<{ result: { id: string } }>()).result.id);
    return answer;
  });
  return { given, revoked };
}

describe("a certificate issued for an enrolment that was given up meanwhile", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("is revoked at its issuer", async () => {
    const tenantId = await aTenant();
    const { code } = await aCode({ tenantId });
    const query = env.DB.prepare("SELECT agent_id AS id FROM agent_keys WHERE tenant_id = ?");
    const { given, revoked } = aCaThat(async () => {
      const agentId = (await query.bind(tenantId).first<string>("id")) ?? "";
      const stub = env.AGENT.get(env.AGENT.idFromName(`${tenantId}/${agentId}`));
      expect(await stub.giveUp({ tenantId, agentId }, Date.now())).toBe(true);
    });
    const body = { enrollment_code: code, csr_pem: await makeCsr(await makeKey()) };
    const answer = await send(env.DB, "POST", "/enroll", undefined, body);
    expect(await answer.json()).toMatchObject({ statusCode: 401, error: "code_consumed" });
    expect(given).toHaveLength(1);
    expect(revoked).toEqual(given);
  });

  it("is revoked at its issuer if the operator who enrols without a code lost access", async () => {
    const as = await aNewOperator();
    const end = env.DB.prepare("UPDATE access_tokens SET revoked_at = 1 WHERE id = ?");
    const { given, revoked } = aCaThat(() => end.bind(as.split("_")[2]).run());
    const path = `http://rampart.test/enroll?tenant=${await aTenant()}`;
    const answer = await anApp({}, ISSUER).request(path, {
      method: "POST",
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
      body: JSON.stringify({ csr_pem: await makeCsr(await makeKey()) }),
    });
    expect(answer.status).toBe(401);
    expect([given.length, revoked]).toEqual([1, given]);
  });
});

describe("a certificate issued for an agent that was revoked meanwhile", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("is revoked at its issuer, and the agent's key cannot enrol another agent", async () => {
    const agent = await anAgent();
    const as = await anOperator();
    const path = `/admin/fleet/collectors/${agent.tenantId}/${agent.id}/revoke`;
    const { given, revoked } = aCaThat(() => call("POST", path, { as }));
    const body = { csr_pem: await makeCsr(agent.key) };
    const answer = await send(env.DB, "POST", `/agents/${agent.id}/rotate-cert`, agent.pem, body);
    expect(answer.status).toBe(403);
    expect(given).toHaveLength(1);
    expect(revoked).toEqual(given);
    const { code } = await aCode();
    expect((await enrolWith(code, body.csr_pem)).status).toBe(409);
  });
});

describe("a second certificate issued for the same key by the same request sent twice", () => {
  afterEach(() => void vi.unstubAllGlobals());

  const answers = async (ask: () => Promise<Response>) => {
    let quicker: Promise<Response> | undefined;
    const ca = aCaThat(async () => {
      if (quicker !== undefined) return;
      quicker = ask();
      await quicker;
    });
    const both = [await ask(), await quicker];
    const pems = await Promise.all(
      both.map(async (one) => [one?.status, (await one?.json<EnrollResponse>())?.client_cert_pem]),
    );
    return { ...ca, pems };
  };

  it("is revoked at its issuer if an agent enrols", async () => {
    const { code } = await aCode();
    const body = { enrollment_code: code, csr_pem: await makeCsr(await makeKey()) };
    const ask = () => send(env.DB, "POST", "/enroll", undefined, body);
    const { given, revoked, pems } = await answers(ask);
    expect(pems).toEqual([pems[1], [200, expect.any(String)]]);
    expect([given.length, revoked]).toEqual([2, given.slice(1)]);
  });

  it("is revoked at its issuer if an agent rotates", async () => {
    const agent = await anAgent();
    const body = { csr_pem: await makeCsr(await makeKey()) };
    const ask = () => send(env.DB, "POST", `/agents/${agent.id}/rotate-cert`, agent.pem, body);
    const { given, revoked, pems } = await answers(ask);
    expect(pems).toEqual([pems[1], [200, expect.any(String)]]);
    expect([given.length, revoked]).toEqual([2, given.slice(1)]);
  });
});

describe("a certificate that was replaced by another", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const me = (pem: string, tls = {}) =>
    anApp({}, ISSUER).request("http://rampart.test/agents/me", {
      cf: { tlsClientAuth: tlsOf(pem, tls) },
    });
  const rotate = async (agent: TestAgent) => {
    const body = { csr_pem: await makeCsr(await makeKey()) };
    const answer = await send(env.DB, "POST", `/agents/${agent.id}/rotate-cert`, agent.pem, body);
    return (await answer.json<EnrollResponse>()).client_cert_pem;
  };
  /** Rotates and uses the new certificate, which replaces the one before. */
  const renew = async (agent: TestAgent) => {
    agent.pem = await rotate(agent);
    await me(agent.pem);
  };
  /** Makes the issuer unreachable; returns the call that brings it back. */
  const takeIssuerAway = () => {
    const fine = globalThis.fetch;
    vi.stubGlobal("fetch", () => Promise.reject(new Error("away")));
    vi.spyOn(console, "log").mockImplementation(() => {});
    return () => vi.stubGlobal("fetch", fine);
  };
  /** Runs the alarm at its time, and returns that time. */
  const ring = async (agent: TestAgent) => {
    // The alarm may be running by itself just now.
    await expect.poll(() => alarmOf(agent)).not.toBeNull();
    const now = (await alarmOf(agent)) ?? 0;
    vi.spyOn(Date, "now").mockReturnValue(now);
    await runDurableObjectAlarm(stubOf(agent));
    return now;
  };
  const alarmOf = (agent: TestAgent) =>
    runInDurableObject(stubOf(agent), (object, { storage }) => {
      Object.assign(object, { env: { ...env, ...ISSUER } });
      return storage.getAlarm();
    });

  it("is revoked at its issuer after its grace, and again a day later if that failed", async () => {
    const agent = await anAgent();
    const { given, revoked } = aCaThat(() => Promise.resolve());
    const began = Date.now();
    // Replaced before it was used, so no certificate is in its grace.
    await rotate(agent);
    agent.pem = await rotate(agent);
    expect((await me(agent.pem)).status).toBe(200);
    const [replaced, old, latest] = [given[0], given[1], (agent.pem = await rotate(agent))];
    expect((await me(latest)).status).toBe(200);
    await ring(agent);
    expect(revoked).toEqual([replaced]);
    const fine = globalThis.fetch;
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 503 })));
    const failed = await ring(agent);
    expect(failed - began).toBeGreaterThan(10 * 60_000);
    expect(failed - began).toBeLessThan(11 * 60_000);
    vi.stubGlobal("fetch", fine);
    expect((await ring(agent)) - failed).toBe(86_400_000);
    expect(revoked).toEqual([replaced, old]);
    expect(await alarmOf(agent)).toBeNull();
  });

  it("is revoked together with those in use when its agent leaves", async () => {
    const agent = await anAgent();
    const { given, revoked } = aCaThat(() => Promise.resolve());
    for (let turn = 0; turn < 2; turn += 1) await renew(agent);
    await rotate(agent);
    await send(env.DB, "DELETE", `/agents/${agent.id}`, agent.pem);
    expect(revoked.toSorted()).toEqual(given.toSorted());
  });

  it.each(["an operator", "a lock"])(
    "is revoked together with those in use when %s revokes the agent, later if the issuer is away",
    async (by) => {
      const agent = await anAgent();
      const as = await anOperator();
      const { given, revoked } = aCaThat(() => Promise.resolve());
      await renew(agent);
      const old = agent.pem;
      await renew(agent);
      await alarmOf(agent);
      const bringIssuerBack = takeIssuerAway();
      if (by === "an operator") {
        const path = `/admin/fleet/collectors/${agent.tenantId}/${agent.id}/revoke`;
        expect((await call("POST", path, { as })).status).toBe(200);
      } else {
        const path = `/admin/fleet/settings/${agent.tenantId}`;
        await call("PATCH", path, { as, body: { lockOnConflict: true } });
        await send(env.DB, "DELETE", `/agents/${agent.id}`, old);
      }
      expect((await me(agent.pem)).status).toBe(403);
      await ring(agent);
      expect(revoked).toEqual([]);
      bringIssuerBack();
      for (let turn = 0; revoked.length < given.length && turn < 6; turn += 1) await ring(agent);
      expect(revoked.toSorted()).toEqual(given.toSorted());
      expect(await alarmOf(agent)).toBeNull();
    },
  );

  it("is revoked by the alarm a day later if its agent left while the issuer was away", async () => {
    const agent = await anAgent();
    const { given, revoked } = aCaThat(() => Promise.resolve());
    await renew(agent);
    await alarmOf(agent);
    const bringIssuerBack = takeIssuerAway();
    const left = Date.now();
    await send(env.DB, "DELETE", `/agents/${agent.id}`, agent.pem);
    bringIssuerBack();
    let last = 0;
    for (let turn = 0; revoked.length === 0 && turn < 3; turn += 1) last = await ring(agent);
    expect(revoked).toEqual(given);
    expect(last - left).toBeGreaterThanOrEqual(86_400_000);
    expect(last - left).toBeLessThan(87_000_000);
    // From here on the record is kept only to refuse the agent's certificates.
    expect(((await alarmOf(agent)) ?? 0) - left).toBeGreaterThan(29 * 86_400_000);
  });

  it("is a sign of a copy even if the edge reports it as revoked", async () => {
    const agent = await anAgent();
    const old = agent.pem;
    agent.pem = (
      await (await agent.rotate(await makeKey())).json<EnrollResponse>()
    ).client_cert_pem;
    expect((await me(agent.pem)).status).toBe(200);
    const told = async (pem: string) =>
      (await (await me(pem, { certRevoked: "1" })).json<{ error: string }>()).error;
    expect(await told(agent.pem)).toBe("certificate_revoked");
    expect(await told(old)).toBe("certificate_superseded");
    await runInDurableObject(stubOf(agent), (object) => {
      const { record } = object as unknown as { record: AgentRecord };
      expect(record.profile.conflict?.evidence).toEqual(["certificate_superseded"]);
    });
    // A certificate revoked before its first use must not lock the agent out.
    const next = (await (await agent.rotate(await makeKey())).json<EnrollResponse>())
      .client_cert_pem;
    expect(await told(next)).toBe("certificate_revoked");
    expect((await me(agent.pem)).status).toBe(200);
  });
});

describe("a certificate that its issuer gave to another agent before, for the same key", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it("503 with a log line instead of the certificate, and the code can be used by another key", async () => {
    const tenantId = await aTenant();
    const given = new Map<string, Response>();
    vi.stubGlobal("fetch", async (input: RequestInfo, init?: RequestInit) => {
      const request = new Request(input, init);
      if (request.method === "DELETE") return Response.json({ success: true });
      const asked = await request.clone().text();
      const answer = given.get(asked) ?? (await issue(request));
      given.set(asked, answer.clone());
      return answer;
    });
    const csr_pem = await makeCsr(await makeKey());
    const enrol = async (csr: string, { code }: { code: string }) =>
      send(env.DB, "POST", "/enroll", undefined, { enrollment_code: code, csr_pem: csr });
    const first = await enrol(csr_pem, await aCode({ tenantId }));
    const { agent_id: id, client_cert_pem: pem } = await first.json<EnrollResponse>();
    const again = await send(env.DB, "POST", `/agents/${id}/rotate-cert`, pem, { csr_pem });
    expect(again.status).toBe(200);
    expect((await send(env.DB, "GET", "/agents/me", pem)).status).toBe(200);
    expect((await send(env.DB, "DELETE", `/agents/${id}`, pem)).status).toBe(200);

    const code = await aCode({ tenantId });
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    const refused = await enrol(csr_pem, code);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(30);
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { error: "issuer_unavailable", action: "retry_later" },
    ]);
    await enrol(csr_pem, code);
    const operator = await aVisitor("operator");
    const home = await (await operator.get("/portal")).text();
    expect(home).toContain(`/portal/t/${tenantId}/collectors?q=${id}">${id}</a>`);
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string });
    const told = lines.filter(({ event }) => event === "issuer_gave_anothers");
    expect(told).toMatchObject([{ level: "error", tenantId, givenTo: id }]);
    expect((await enrol(await makeCsr(await makeKey()), code)).status).toBe(200);
  });
});

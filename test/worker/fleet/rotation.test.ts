import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { MAX_ROTATIONS } from "../../../src/fleet/agent/limits.ts";
import { DEFAULT_INTERVAL_S } from "../../../src/fleet/policies/pick-policy.ts";
import { retryAfter } from "../../../src/fleet/spread.ts";
import { anAgent, errorOf, stubOf, type TestAgent, tlsOf } from "../../support/agent.ts";
import { dyingDatabase } from "../../support/dying-database.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";
import { anOperator } from "../../support/people.ts";

const DAY_MS = 86_400_000;

interface Rotated {
  client_cert_pem: string;
  cert_expires_at: string;
}

const pemOf = async (answer: Response) => (await answer.json<Rotated>()).client_cert_pem;

/** The app at another time, called by one agent. */
function at(now: number, agent: TestAgent) {
  const { request } = anApp({ now: () => now });
  return async (method: string, path: string, body?: object, pem = agent.pem) =>
    request(`http://rampart.test${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cf: { tlsClientAuth: tlsOf(pem) },
    });
}

const settings = async (agent: TestAgent, body: object) =>
  call("PATCH", `/admin/fleet/settings/${agent.tenantId}`, { as: await anOperator(), body });

describe("POST /agents/{id}/rotate-cert", () => {
  it("200 with exactly the fields of the contract; both certificates work until the new one is used", async () => {
    const agent = await anAgent();
    const answer = await agent.rotate(await makeKey());
    expect(answer.status).toBe(200);
    const body = await answer.json<Rotated>();
    expect(body).toEqual({
      agent_id: agent.id,
      tenant_id: agent.tenantId,
      region: "global",
      rotated_at: expect.stringMatching(/Z$/),
      cert_expires_at: expect.stringMatching(/Z$/),
      client_cert_pem: expect.stringContaining("BEGIN CERTIFICATE"),
      ca_chain_pem: expect.stringContaining("BEGIN CERTIFICATE"),
    });
    const old = agent.pem;
    expect((await agent.checkIn({}, { pem: old })).status).toBe(200);
    expect(await (await agent.me()).json()).toMatchObject({
      cert: { cert_status: "pending_activation", pending: { not_after: body.cert_expires_at } },
    });
    expect((await agent.checkIn({}, { pem: body.client_cert_pem })).status).toBe(200);
    for (const use of [
      agent.checkIn({}, { pem: old }),
      agent.me({ pem: old }),
      agent.event({}, { pem: old }),
      agent.call("GET", `/agents/${agent.id}`, undefined, { pem: old }),
      agent.call("GET", "/agents/me/policy", undefined, { pem: old }),
    ]) {
      expect((await use).ok).toBe(true);
    }
    expect(await errorOf(await agent.rotate(undefined, { pem: old }))).toBe(
      "401 certificate_superseded stop",
    );
    expect(await errorOf(await agent.leave({ pem: old }))).toBe("401 certificate_superseded stop");
  });

  it("200 with the same certificate for the same key again, another for another key", async () => {
    const agent = await anAgent();
    const key = await makeKey();
    const first = await pemOf(await agent.rotate(key));
    expect(await pemOf(await agent.rotate(key))).toBe(first);
    const both = await Promise.all([agent.rotate(key), agent.rotate(key)]);
    expect(await Promise.all(both.map(pemOf))).toEqual([first, first]);
    const other = await pemOf(await agent.rotate(await makeKey()));
    expect(other).not.toBe(first);
    expect(await errorOf(await agent.checkIn({}, { pem: first }))).toBe(
      "401 certificate_unknown re_enroll",
    );
    expect((await agent.checkIn({}, { pem: other })).status).toBe(200);
  });

  it("200 with another certificate if the one whose answer was lost has expired meanwhile", async () => {
    const agent = await anAgent();
    await settings(agent, { certificateDays: 1 });
    const key = await makeKey();
    const lost = await pemOf(await agent.rotate(key));
    const late = Date.now() + 2.5 * DAY_MS;
    const ask = at(late, agent);
    const path = `/agents/${agent.id}`;
    const answer = await ask("POST", `${path}/rotate-cert`, { csr_pem: await makeCsr(key) });
    const { client_cert_pem: pem, cert_expires_at } = await answer.json<Rotated>();
    expect(pem).not.toBe(lost);
    expect(Date.parse(cert_expires_at)).toBeGreaterThan(late);
    expect((await ask("POST", `${path}/checkin`, {}, pem)).status).toBe(200);
  });

  it("200 for every agent though its first four answers are lost", async () => {
    const agents = await Promise.all(Array.from({ length: 10 }, () => anAgent()));
    await Promise.all(
      agents.map(async (agent) => {
        const key = await makeKey();
        for (let turn = 0; turn < 4; turn += 1) await (await agent.rotate(key)).body?.cancel();
        expect((await agent.checkIn({})).status).toBe(200);
        agent.pem = await pemOf(await agent.rotate(key));
        expect((await agent.checkIn({})).status).toBe(200);
      }),
    );
  });

  it("200 with the same key, 409 if the tenant requires a new one", async () => {
    const agent = await anAgent();
    expect((await agent.rotate()).status).toBe(200);
    const strict = await anAgent();
    await settings(strict, { requireNewKey: true });
    expect(await errorOf(await strict.rotate())).toBe("409 key_reuse stop");
    strict.pem = await pemOf(await strict.rotate(await makeKey()));
    expect((await strict.checkIn({})).status).toBe(200);
    // The key in use is refused too.
    expect(await errorOf(await strict.rotate())).toBe("409 key_reuse stop");
  });

  it("409 for the key of another agent", async () => {
    const [agent, other] = [await anAgent(), await anAgent()];
    expect(await errorOf(await agent.rotate(other.key))).toBe("409 key_in_use stop");
  });

  it("429 with Retry-After after five rotations in an hour; repeating one is free", async () => {
    const agent = await anAgent();
    let key = await makeKey();
    for (let n = 0; n < MAX_ROTATIONS; n += 1) {
      key = await makeKey();
      expect((await agent.rotate(key)).status).toBe(200);
    }
    expect((await agent.rotate(key)).status).toBe(200);
    const limited = await agent.rotate(await makeKey());
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(3500);
  });

  it("429 for all but five of twenty rotations at once with different keys", async () => {
    const agent = await anAgent();
    const keys = await Promise.all(Array.from({ length: 20 }, () => makeKey()));
    const answers = await Promise.all(keys.map((key) => agent.rotate(key)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_ROTATIONS);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - MAX_ROTATIONS);
  });

  it("503 while the CA is unreachable does not count as a rotation", async () => {
    const agent = await anAgent();
    const away = () => Promise.resolve(new Response(null, { status: 503 }));
    const EST_CA = { fetch: away } as unknown as Fetcher;
    const est = { AGENT_ISSUER: "est", EST_URL: "https://ca.test", EST_CA };
    const { request } = anApp({}, est);
    const csr_pem = await makeCsr(await makeKey());
    for (let n = 0; n <= MAX_ROTATIONS; n += 1) {
      const answer = await request(`http://rampart.test/agents/${agent.id}/rotate-cert`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ csr_pem }),
        cf: { tlsClientAuth: tlsOf(agent.pem) },
      });
      expect(answer.status).toBe(503);
      const wait = String(retryAfter(agent.id, DEFAULT_INTERVAL_S));
      expect(answer.headers.get("retry-after")).toBe(wait);
    }
    expect((await agent.rotate(await makeKey())).status).toBe(200);
  });

  it("409 and failures of D1 do not count as rotations", async () => {
    const [agent, other] = [await anAgent(), await anAgent()];
    for (let n = 0; n < MAX_ROTATIONS; n += 1) {
      expect((await agent.rotate(other.key)).status).toBe(409);
    }
    const csr_pem = await makeCsr(await makeKey());
    const statuses = new Set<number>();
    for (let calls = 0; calls < 2 * MAX_ROTATIONS; calls += 1) {
      const { request } = anApp({}, { DB: dyingDatabase(calls) });
      const answer = await request(`http://rampart.test/agents/${agent.id}/rotate-cert`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ csr_pem }),
        cf: { tlsClientAuth: tlsOf(agent.pem) },
      });
      statuses.add(answer.status);
    }
    expect(statuses).not.toContain(429);
    // The rotation that succeeded is repeated.
    for (let n = 1; n < MAX_ROTATIONS; n += 1) {
      expect((await agent.rotate(await makeKey())).status).toBe(200);
    }
    expect((await agent.rotate(await makeKey())).status).toBe(429);
  });

  it.each([{}, { csr_pem: "" }, { csr_pem: "x" }, { csr_pem: "x", more: 1 }])(
    "400 for %j",
    async (body) => {
      const agent = await anAgent();
      const answer = await agent.call("POST", `/agents/${agent.id}/rotate-cert`, body);
      expect(answer.status).toBe(400);
    },
  );

  it("403 for another agent's id", async () => {
    const [agent, other] = [await anAgent(), await anAgent()];
    const body = { csr_pem: await makeCsr(await makeKey()) };
    const answer = await agent.call("POST", `/agents/${other.id}/rotate-cert`, body);
    expect(await errorOf(answer)).toBe("403 agent_id_mismatch stop");
  });

  it("403 for an agent that was revoked or deleted while its CA was at work", async () => {
    for (const ending of ["revoke", "delete"] as const) {
      const agent = await anAgent();
      const me = await (await agent.me()).json<{ cert: { fingerprint_sha256: string } }>();
      const under = {
        fingerprint: me.cert.fingerprint_sha256,
        use: "rotate" as const,
        now: Date.now(),
        claimedId: agent.id,
        lock: false,
      };
      const begun = await stubOf(agent).beginRotation(under, {
        keyFingerprint: "k",
        requireNewKey: false,
      });
      const { epoch } = begun.outcome as { epoch: number };
      if (ending === "delete") await agent.leave();
      else await stubOf(agent).revoke(Date.now(), { subject: "test" });
      const issued = {
        pem: "p",
        chainPem: "c",
        fingerprint: "f",
        keyFingerprint: "k",
        serial: "1",
        notBefore: 0,
        notAfter: Date.now() + DAY_MS,
        reference: null,
      };
      const kept = await stubOf(agent).commitRotation(epoch, issued, Date.now());
      expect(kept.outcome).toMatchObject({ status: 403, error: "agent_revoked" });
      expect((await agent.checkIn({})).status).toBe(403);
    }
  });
});

describe("a copied agent certificate", () => {
  it("is refused and flagged after its grace, and shown to operators in detail, list and audit log", async () => {
    const agent = await anAgent();
    const old = agent.pem;
    agent.pem = await pemOf(await agent.rotate(await makeKey()));
    await agent.checkIn({});
    const later = at(Date.now() + 11 * 60_000, agent);
    const path = `/agents/${agent.id}/checkin`;
    expect(await errorOf(await later("POST", path, {}, old))).toBe(
      "401 certificate_superseded stop",
    );
    expect((await later("POST", path, {})).status).toBe(200);
    const as = await anOperator();
    const one = `/admin/fleet/collectors/${agent.tenantId}/${agent.id}`;
    expect(await (await call("GET", one, { as })).json()).toMatchObject({
      effective_state: "degraded",
      reasons: ["identity_conflict"],
      conflict: { flag: true, evidence: ["certificate_superseded"] },
    });
    const listed = await call("GET", `/agents?tenant=${agent.tenantId}&status=degraded`, { as });
    expect(await listed.json()).toMatchObject({ total: 1, items: [{ conflict: true }] });
    const log = await call(
      "GET",
      `/admin/audit?tenantId=${agent.tenantId}&action=agent.identity_conflict`,
      { as },
    );
    expect(await log.json()).toMatchObject({ total: 1 });
    const resolved = await call("POST", `${one}/resolve-conflict`, { as });
    expect(await resolved.json()).toMatchObject({ conflict: { flag: false }, reasons: [] });
  });

  it("locks the agent if the tenant has set lockOnConflict", async () => {
    const agent = await anAgent();
    await settings(agent, { lockOnConflict: true });
    const old = agent.pem;
    agent.pem = await pemOf(await agent.rotate(await makeKey()));
    await agent.checkIn({});
    await (await agent.rotate(undefined, { pem: old })).body?.cancel();
    expect(await errorOf(await agent.checkIn({}))).toBe("403 agent_revoked stop");
  });

  it("is flagged when two machines take turns under one identity", async () => {
    const agent = await anAgent();
    for (const machine_id of ["a", "b", "a"]) await agent.checkIn({ machine: { machine_id } });
    const detail = await call("GET", `/agents/${agent.id}`, { as: await anOperator() });
    expect(await detail.json()).toMatchObject({
      conflict: { evidence: ["machine_id_alternates"] },
    });
    await agent.checkIn({ machine: { machine_id: "b" } });
    const log = await call(
      "GET",
      `/admin/audit?tenantId=${agent.tenantId}&action=agent.identity_conflict`,
      { as: await anOperator() },
    );
    expect(await log.json()).toMatchObject({
      total: 1,
      items: [{ target: agent.id, detail: { evidence: "machine_id_alternates" } }],
    });
  });
});

describe("an expired agent certificate", () => {
  it("can only rotate, for 30 days", async () => {
    const agent = await anAgent();
    const expired = at(Date.now() + 31 * DAY_MS, agent);
    const path = `/agents/${agent.id}`;
    expect(await errorOf(await expired("POST", `${path}/checkin`, {}))).toBe(
      "401 certificate_expired retry_later",
    );
    const body = { csr_pem: await makeCsr(await makeKey()) };
    const late = at(Date.now() + 61 * DAY_MS, agent);
    expect(await errorOf(await late("POST", `${path}/rotate-cert`, body))).toBe(
      "401 re_enroll re_enroll",
    );
    const answer = await expired("POST", `${path}/rotate-cert`, body);
    expect(answer.status).toBe(200);
    const pem = await pemOf(answer);
    expect((await expired("POST", `${path}/checkin`, {}, pem)).status).toBe(200);
    const log = await call(
      "GET",
      `/admin/audit?tenantId=${agent.tenantId}&action=agent.certificate_recovered`,
      {
        as: await anOperator(),
      },
    );
    expect(await log.json()).toMatchObject({ total: 1 });
  });
});

describe("certificate lifetime and fleet settings", () => {
  it("the tenant sets the lifetime, and can pull renewal forward to now", async () => {
    const agent = await anAgent();
    await settings(agent, { certificateDays: 5, renewBefore: new Date().toISOString() });
    const me = await (
      await agent.me()
    ).json<{ cert: { renewal_window: { at: string }; cert_status: string } }>();
    expect(Date.parse(me.cert.renewal_window.at)).toBeLessThanOrEqual(Date.now());
    expect(me.cert.cert_status).toBe("renewal_due");
    const { cert_expires_at } = await (await agent.rotate()).json<Rotated>();
    expect((Date.parse(cert_expires_at) - Date.now()) / DAY_MS).toBeCloseTo(5, 1);
  });

  it("renewal is not pulled forward again for a certificate issued since", async () => {
    const agent = await anAgent();
    await settings(agent, { renewBefore: new Date().toISOString() });
    agent.pem = await pemOf(await agent.rotate(await makeKey()));
    const me = await agent.me();
    const { cert } = await me.json<{
      cert: { cert_status: string; renewal_window: { start: string } };
    }>();
    expect(cert.cert_status).toBe("valid");
    expect(Date.parse(cert.renewal_window.start)).toBeGreaterThan(Date.now() + DAY_MS);
  });

  it("three settings changed at once are all kept", async () => {
    const agent = await anAgent();
    await Promise.all([
      settings(agent, { lockOnConflict: true }),
      settings(agent, { requireNewKey: true }),
      settings(agent, { certificateDays: 9 }),
    ]);
    expect(await (await settings(agent, { lockOnConflict: true })).json()).toMatchObject({
      lockOnConflict: true,
      requireNewKey: true,
      certificateDays: 9,
    });
  });

  it("an agent with a pending rotation can check in after its object was evicted from memory", async () => {
    const agent = await anAgent();
    await agent.rotate(await makeKey());
    await evictDurableObject(stubOf(agent));
    expect((await agent.checkIn({})).status).toBe(200);
    await runInDurableObject(stubOf(agent), (_object, state) => {
      const parts = state.storage.sql.exec("SELECT part FROM record ORDER BY part").toArray();
      expect(parts).toHaveLength(4);
    });
  });
});

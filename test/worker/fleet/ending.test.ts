import { X509Certificate } from "node:crypto";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { AgentRecord } from "../../../src/fleet/agent/record.ts";
import {
  aCode,
  anAgent,
  type EnrollResponse,
  enrolWith,
  errorOf,
  stubOf,
  TestAgent,
  tlsOf,
} from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { deafDatabase, overtakenDatabase } from "../../support/dying-database.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";

/** Deregisters the agent under the given bindings, and waits for the work after the answer. */
function leaveWith(agent: TestAgent, bindings: Partial<Cloudflare.Env>): Promise<Response> {
  return anApp({}, bindings).request(`http://rampart.test/agents/${agent.id}`, {
    method: "DELETE",
    cf: { tlsClientAuth: tlsOf(agent.pem) },
  });
}

describe("GET /agents/me", () => {
  it("200 with the agent's identity, state, policy, interval, certificate and version", async () => {
    const agent = await anAgent();
    await agent.checkIn({ agent: { version: "0.5.0" } });
    const answer = await agent.me();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      agent_id: agent.id,
      tenant_id: agent.tenantId,
      role: "collector",
      region: "global",
      status: "active",
      effective_state: "online",
      policy: { id: "default", revision: 1 },
      checkin: { interval_s: expect.any(Number), next_at: expect.any(String) },
      cert: {
        fingerprint: new X509Certificate(agent.pem).fingerprint256
          .replaceAll(":", "")
          .toLowerCase(),
        renewal_window: { start: expect.any(String), end: expect.any(String) },
      },
      agent: { min_version: "1.0.0", version_status: "unsupported" },
      server_time: expect.any(String),
    });
  });

  it("401 for people", async () => {
    expect((await call("GET", "/agents/me", { as: await anOperator() })).status).toBe(401);
  });
});

describe("DELETE /agents/{id}", () => {
  it("200 by the agent itself, 200 again with the same body, and 403 for every other call", async () => {
    const agent = await anAgent();
    await agent.checkIn({});
    const answer = await agent.leave();
    expect(answer.status).toBe(200);
    const body = await answer.json();
    expect(body).toEqual({
      agent_id: agent.id,
      tenant_id: agent.tenantId,
      status: "deregistered",
      deregistered_at: expect.stringMatching(/Z$/),
      certificates_revoked: 1,
    });
    expect(await (await agent.leave()).json()).toEqual(body);
    for (const use of [agent.checkIn({}), agent.me(), agent.event({}), agent.rotate()]) {
      expect(await errorOf(await use)).toBe("403 agent_deregistered stop");
    }
    const as = await anOperator();
    expect((await call("GET", `/agents/${agent.id}`, { as })).status).toBe(404);
    const list = await call("GET", `/agents?tenant=${agent.tenantId}`, { as });
    expect(await list.json()).toMatchObject({ total: 0 });
    for (const table of ["agents", "agent_keys"]) {
      const left = await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE agent_id = ?`)
        .bind(agent.id)
        .first();
      expect(left).toEqual({ n: 0 });
    }
  });

  it("200 by an operator and by the tenant's own staff, 404 for another tenant's", async () => {
    const [one, other] = [await anAgent(), await anAgent()];
    const foreign = await aMember(await aTenant());
    expect((await call("DELETE", `/agents/${one.id}`, { as: foreign })).status).toBe(404);
    expect((await call("DELETE", `/agents/${one.id}`, { as: await anOperator() })).status).toBe(
      200,
    );
    const own = await aMember(other.tenantId, "operator");
    expect((await call("DELETE", `/agents/${other.id}`, { as: own })).status).toBe(200);
    expect(await errorOf(await one.checkIn({}))).toBe("403 agent_deregistered stop");
  });

  it("200 again with the same body for people, 404 for another tenant's people and an unknown id", async () => {
    const [one, other] = [await anAgent(), await anAgent()];
    const operator = await anOperator();
    const own = await aMember(other.tenantId, "operator");
    const end = (agent: TestAgent, as: string) => call("DELETE", `/agents/${agent.id}`, { as });
    for (const [agent, as] of [
      [one, operator],
      [other, own],
      [other, operator],
    ] as const) {
      const body = await (await end(agent, as)).json();
      expect(body).toMatchObject({ agent_id: agent.id, status: "deregistered" });
      const again = await end(agent, as);
      expect(again.status).toBe(200);
      expect(await again.json()).toEqual(body);
    }
    const foreign = await aMember(await aTenant());
    expect(await errorOf(await end(one, foreign))).toBe("404 not_found");
    expect(await errorOf(await call("DELETE", "/agents/nobody", { as: operator }))).toBe(
      "404 not_found",
    );
  });

  it("401 that asks for a client certificate without any credential, 401 unauthorized for a bad token", async () => {
    const answer = await call("DELETE", `/agents/${(await anAgent()).id}`);
    expect(await errorOf(answer)).toBe("401 client_certificate_required re_enroll");
    const wrong = await call("DELETE", "/agents/nobody", { as: "rmp_pat_x" });
    expect(await errorOf(wrong)).toBe("401 unauthorized");
  });

  it("403 for another agent's id", async () => {
    const [agent, other] = [await anAgent(), await anAgent()];
    const answer = await agent.call("DELETE", `/agents/${other.id}`);
    expect(await errorOf(answer)).toBe("403 agent_id_mismatch stop");
    expect((await other.checkIn({})).status).toBe(200);
  });

  it("403 for another agent's id by an agent that has left", async () => {
    const [agent, other] = [await anAgent(), await anAgent()];
    expect((await agent.leave()).status).toBe(200);
    const answer = await agent.call("DELETE", `/agents/${other.id}`);
    expect(await errorOf(answer)).toBe("403 agent_deregistered stop");
    expect((await agent.leave()).status).toBe(200);
  });

  it("401 for the agent's old code afterwards; its key can enrol as a new agent", async () => {
    const { code } = await aCode();
    const key = await makeKey();
    const csr = await makeCsr(key);
    const agent = new TestAgent(await (await enrolWith(code, csr)).json<EnrollResponse>(), key);
    await agent.leave();
    expect(await errorOf(await enrolWith(code, csr))).toBe("401 code_consumed stop");
    const anew = await enrolWith((await aCode()).code, csr);
    expect(anew.status).toBe(200);
    expect((await anew.json<EnrollResponse>()).agent_id).not.toBe(agent.id);
  });

  it.each([true, false])(
    "leaves one audit entry however often it is repeated (D1 failed, but the change was made: %s)",
    async (done) => {
      const agent = await anAgent();
      await agent.checkIn({});
      expect((await leaveWith(agent, { DB: deafDatabase({ done }) })).status).toBe(500);
      for (let turn = 0; turn < 2; turn += 1) expect((await agent.leave()).status).toBe(200);
      const as = await anOperator();
      const path = `/admin/audit?tenantId=${agent.tenantId}&action=agent.deregistered`;
      expect(await (await call("GET", path, { as })).json()).toMatchObject({
        total: 1,
        items: [{ actor: `agent:${agent.id}`, target: agent.id }],
      });
    },
  );

  it("keeps the agent out of the list, though its enrolment is repeated meanwhile", async () => {
    const { code } = await aCode();
    const key = await makeKey();
    const csr_pem = await makeCsr(key);
    const agent = new TestAgent(await (await enrolWith(code, csr_pem)).json<EnrollResponse>(), key);
    const DB = overtakenDatabase(() => agent.leave());
    const again = await anApp({}, { DB }).request("http://rampart.test/enroll", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ enrollment_code: code, csr_pem }),
    });
    await again.body?.cancel();
    const as = await anOperator();
    const list = await call("GET", `/agents?tenant=${agent.tenantId}`, { as });
    expect(await list.json()).toMatchObject({ total: 0 });
    const path = `/admin/audit?tenantId=${agent.tenantId}&action=agent.enrolled`;
    expect(await (await call("GET", path, { as })).json()).toMatchObject({ total: 1 });
  });

  it.each(["agent", "operator"])(
    "500 if D1 fails, then the alarm completes it without another call (ended by the %s)",
    async (who) => {
      const agent = await anAgent();
      const as = await anOperator();
      const DB = deafDatabase({ done: false });
      const headers = { authorization: `Bearer ${as}` };
      const left =
        who === "agent"
          ? leaveWith(agent, { DB })
          : anApp({}, { DB }).request(`http://rampart.test/agents/${agent.id}`, {
              method: "DELETE",
              headers,
            });
      expect((await left).status).toBe(500);
      await runDurableObjectAlarm(stubOf(agent));
      const list = async () => {
        const answer = await call("GET", `/agents?tenant=${agent.tenantId}`, { as });
        return (await answer.json<{ total: number }>()).total;
      };
      await expect.poll(list).toBe(0);
      const path = `/admin/audit?tenantId=${agent.tenantId}&action=agent.deregistered`;
      const actor = who === "agent" ? `agent:${agent.id}` : expect.stringMatching(/^token:/);
      expect(await (await call("GET", path, { as })).json()).toMatchObject({
        total: 1,
        items: [{ actor, target: agent.id }],
      });
    },
  );

  it("tries the revocation at the issuer again with each repeated call until it succeeds", async () => {
    const agent = await anAgent();
    await runInDurableObject(stubOf(agent), (object) => {
      const { record } = object as unknown as { record: AgentRecord };
      record.slots.current.reference = "r-1";
    });
    const issuer = {
      AGENT_ISSUER: "cloudflare",
      CLOUDFLARE_ZONE_ID: "z",
      CLOUDFLARE_API_TOKEN: "t",
    };
    const told: string[] = [];
    const statuses = [500, 200];
    vi.stubGlobal("fetch", (input: RequestInfo) => {
      told.push(new Request(input).url.split("/").at(-1) ?? "");
      return Promise.resolve(new Response("{}", { status: statuses.shift() ?? 200 }));
    });
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await leaveWith(agent, issuer)).status).toBe(200);
    }
    vi.unstubAllGlobals();
    expect(told).toEqual(["r-1", "r-1"]);
  });

  it("keeps a tombstone until the last certificate has expired", async () => {
    const agent = await anAgent();
    await agent.leave();
    const stub = stubOf(agent);
    await runDurableObjectAlarm(stub);
    expect(await errorOf(await agent.checkIn({}))).toBe("403 agent_deregistered stop");
    await runInDurableObject(stub, (_object, state) => {
      const [row] = state.storage.sql.exec<{ value: string }>("SELECT value FROM record").toArray();
      const { until } = JSON.parse(row?.value ?? "{}") as { until: number };
      expect(until).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    });
  });
});

describe("POST /admin/fleet/collectors/{tenantId}/{agentId}/revoke", () => {
  it("200, and each of the agent's next calls gets 403", async () => {
    const agent = await anAgent();
    await agent.checkIn({});
    const as = await anOperator();
    const path = `/admin/fleet/collectors/${agent.tenantId}/${agent.id}/revoke`;
    const answer = await call("POST", path, { as });
    expect(await answer.json()).toMatchObject({ status: "revoked", effective_state: "revoked" });
    for (const use of [
      agent.checkIn({}),
      agent.me(),
      agent.event({}),
      agent.rotate(),
      agent.leave(),
      agent.call("POST", `/agents/${crypto.randomUUID()}/checkin`, {}),
    ]) {
      expect(await errorOf(await use)).toBe("403 agent_revoked stop");
    }
    const list = await call("GET", `/agents?tenant=${agent.tenantId}&status=revoked`, { as });
    expect(await list.json()).toMatchObject({ total: 1 });
    expect((await call("POST", path, { as: await aMember(agent.tenantId) })).status).toBe(403);
  });

  it("200 for an agent that a restored D1 does not know, which is listed again", async () => {
    const [agent, other] = [await anAgent(), await anAgent()];
    const as = await anOperator();
    const path = `/admin/fleet/collectors/${agent.tenantId}/${agent.id}`;
    for (const table of ["agents", "agent_keys"]) {
      await env.DB.prepare(`delete from ${table} where agent_id = ?`).bind(agent.id).run();
    }
    const listed = async (status = "") => {
      const list = await call("GET", `/agents?tenant=${agent.tenantId}${status}`, { as });
      return (await list.json<{ total: number }>()).total;
    };
    expect(await listed()).toBe(0);
    expect((await call("POST", `${path}/resolve-conflict`, { as })).status).toBe(200);
    expect(await listed()).toBe(1);
    await env.DB.prepare("delete from agents where agent_id = ?").bind(agent.id).run();
    const answer = await call("POST", `${path}/revoke`, { as });
    expect(await answer.json()).toMatchObject({ agent_id: agent.id, status: "revoked" });
    expect(await errorOf(await agent.checkIn({}))).toBe("403 agent_revoked stop");
    expect(await listed("&status=revoked")).toBe(1);
    const audit = `/admin/audit?tenantId=${agent.tenantId}&action=agent.revoked`;
    const traces = await call("GET", audit, { as });
    expect(await traces.json()).toMatchObject({ total: 1, items: [{ target: agent.id }] });
    const wrong = [
      `${agent.tenantId}/${other.id}`,
      `nobody-here/${agent.id}`,
      `${agent.tenantId}/x`,
    ];
    for (const named of wrong) {
      const refused = await call("POST", `/admin/fleet/collectors/${named}/revoke`, { as });
      expect(refused.status).toBe(404);
    }
  });

  it("200 with an audit entry, though another request lists the missing agent again just before", async () => {
    const agent = await anAgent();
    const as = await anOperator();
    const own = "from agents where agent_id = ?";
    const row = (await env.DB.prepare(`select * ${own}`).bind(agent.id).first()) ?? {};
    await env.DB.prepare(`delete ${own}`).bind(agent.id).run();
    const columns = Object.keys(row);
    const listAgain = env.DB.prepare(
      `insert or ignore into agents (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`,
    ).bind(...Object.values(row));
    const { request } = anApp({}, { DB: overtakenDatabase(async () => listAgain.run()) });
    const path = `/admin/fleet/collectors/${agent.tenantId}/${agent.id}/revoke`;
    const headers = { authorization: `Bearer ${as}` };
    const answer = await request(`http://rampart.test${path}`, { method: "POST", headers });
    expect(answer.status).toBe(200);
    const list = await call("GET", `/agents?tenant=${agent.tenantId}&status=revoked`, { as });
    expect(await list.json()).toMatchObject({ total: 1 });
    const audit = `/admin/audit?tenantId=${agent.tenantId}&action=agent.revoked`;
    expect(await (await call("GET", audit, { as })).json()).toMatchObject({ total: 1 });
  });

  it("200, then 401 for the agent's code with the same key, and 409 for another code", async () => {
    const { code } = await aCode();
    const key = await makeKey();
    const csr = await makeCsr(key);
    const enrolled = await (await enrolWith(code, csr)).json<EnrollResponse>();
    const as = await anOperator();
    await call(
      "POST",
      `/admin/fleet/collectors/${enrolled.tenant_id}/${enrolled.agent_id}/revoke`,
      { as },
    );
    expect(await errorOf(await enrolWith(code, csr))).toBe("401 code_consumed stop");
    const { code: fresh } = await aCode({ tenantId: enrolled.tenant_id });
    expect(await errorOf(await enrolWith(fresh, csr))).toBe("409 key_in_use stop");
  });
});

import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { Profile } from "../../../src/fleet/agent/record.ts";
import { anAgent, stubOf, type TestAgent, tlsOf } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { makeKey } from "../../support/make-csr.ts";
import { anOperator } from "../../support/people.ts";

const HOUR_MS = 3_600_000;

/** A check-in under a given id and certificate. */
async function checkIn(agent: TestAgent, id: string, now: number, pem = agent.pem) {
  const answer = await anApp({ now: () => now }).request(
    `http://rampart.test/agents/${id}/checkin`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
      cf: { tlsClientAuth: tlsOf(pem) },
    },
  );
  return answer.status;
}

async function traces(agent: TestAgent, action: string) {
  const path = `/admin/audit?tenantId=${agent.tenantId}&action=${action}`;
  const answer = await call("GET", path, { as: await anOperator() });
  return (await answer.json<{ total: number }>()).total;
}

const seqOf = (agent: TestAgent) =>
  runInDurableObject(stubOf(agent), (_, state) => {
    const [row] = state.storage.sql
      .exec<{ value: string }>("SELECT value FROM record WHERE part = 'profile'")
      .toArray();
    return (JSON.parse(row?.value ?? "{}") as Profile).seq;
  });

describe("repeated suspicion about an agent", () => {
  it("writes one audit entry an hour for a foreign id, ten for many ids, with 403 each time", async () => {
    const agent = await anAgent();
    const now = Date.now();
    expect(await checkIn(agent, "another", now)).toBe(403);
    const seq = await seqOf(agent);
    for (let at = 0; at < 3; at += 1) expect(await checkIn(agent, "another", now)).toBe(403);
    await abortAllDurableObjects();
    expect(await checkIn(agent, "another", now + HOUR_MS - 1)).toBe(403);
    expect(await seqOf(agent)).toBe(seq);
    expect(await traces(agent, "agent.id_mismatch")).toBe(1);
    for (let at = 0; at < 12; at += 1) {
      expect(await checkIn(agent, `another-${at}`, now)).toBe(403);
    }
    expect(await traces(agent, "agent.id_mismatch")).toBe(10);
    expect(await checkIn(agent, "another", now + HOUR_MS)).toBe(403);
    expect(await traces(agent, "agent.id_mismatch")).toBe(11);
  });

  it("writes at most 128 characters of a foreign id into the audit log", async () => {
    const agent = await anAgent();
    const body = { agent_id: "x".repeat(20_000) };
    expect((await agent.call("POST", "/checkin", body)).status).toBe(403);
    const path = `/admin/audit?tenantId=${agent.tenantId}&action=agent.id_mismatch`;
    const answer = await call("GET", path, { as: await anOperator() });
    expect(await answer.json()).toMatchObject({
      items: [{ detail: { claimed: "x".repeat(128) } }],
    });
  });

  it("writes one audit entry an hour for a superseded certificate, and one more after it is resolved", async () => {
    const agent = await anAgent();
    const old = agent.pem;
    const key = await makeKey();
    const rotated = await (await agent.rotate(key)).json<{ client_cert_pem: string }>();
    agent.pem = rotated.client_cert_pem;
    expect((await agent.checkIn()).status).toBe(200);
    const now = Date.now() + HOUR_MS;
    for (let at = 0; at < 4; at += 1) expect(await checkIn(agent, agent.id, now, old)).toBe(401);
    expect(await traces(agent, "agent.identity_conflict")).toBe(1);
    const path = `/admin/fleet/collectors/${agent.tenantId}/${agent.id}/resolve-conflict`;
    await call("POST", path, { as: await anOperator() });
    for (let at = 0; at < 2; at += 1) expect(await checkIn(agent, agent.id, now, old)).toBe(401);
    expect(await traces(agent, "agent.identity_conflict")).toBe(2);
    expect(await checkIn(agent, agent.id, now + HOUR_MS, old)).toBe(401);
    expect(await traces(agent, "agent.identity_conflict")).toBe(3);
  });
});

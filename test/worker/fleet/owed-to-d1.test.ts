import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { findAgent, updateStatements } from "../../../src/fleet/agent-store.ts";
import { SEND_BY_ALARM_MS } from "../../../src/fleet/agent/changes-for-d1.ts";
import type { Profile } from "../../../src/fleet/agent/record.ts";
import { database, runTogether } from "../../../src/platform/index.ts";
import { anAgent, stubOf, type TestAgent, tlsOf } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { deafDatabase } from "../../support/dying-database.ts";
import { makeKey } from "../../support/make-csr.ts";
import { anOperator } from "../../support/people.ts";

interface Circumstances {
  DB?: D1Database;
  now?: number;
  pem?: string;
}

/** One check-in, with the work after its answer. */
async function checkIn(agent: TestAgent, body: object, { DB = env.DB, ...at }: Circumstances = {}) {
  const { now = Date.now(), pem = agent.pem } = at;
  const answer = await anApp({ now: () => now }, { DB }).request(
    `http://rampart.test/agents/${agent.id}/checkin`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      cf: { tlsClientAuth: tlsOf(pem) },
    },
  );
  return answer.status;
}

async function listed(agent: TestAgent) {
  const answer = await call("GET", `/agents?q=${agent.id}`, { as: await anOperator() });
  const { items } = await answer.json<{ items: { effective_state: string }[] }>();
  return items[0]?.effective_state;
}

async function traces(agent: TestAgent, action: string) {
  const path = `/admin/audit?tenantId=${agent.tenantId}&action=${action}`;
  const answer = await call("GET", path, { as: await anOperator() });
  return (await answer.json<{ total: number }>()).total;
}

const profileOf = (agent: TestAgent) =>
  runInDurableObject(stubOf(agent), (_object, state) => {
    const [row] = state.storage.sql
      .exec<{ value: string }>("SELECT value FROM record WHERE part = 'profile'")
      .toArray();
    return JSON.parse(row?.value ?? "{}") as Profile;
  });

describe("a change of an agent that D1 did not take", () => {
  it("is written to D1 with the next call, once", async () => {
    const agent = await anAgent();
    expect(await checkIn(agent, {}, { DB: deafDatabase({ done: false }) })).toBe(500);
    expect(await profileOf(agent)).toMatchObject({ seq: 2, owed: true });
    expect(await listed(agent)).toBe("pending");
    expect(await checkIn(agent, {})).toBe(200);
    await expect.poll(() => listed(agent)).toBe("online");
    const { seq, owed } = await profileOf(agent);
    expect({ seq, owed }).toEqual({ seq: 2, owed: false });
    expect(await findAgent(database(env), agent.id)).toMatchObject({ seq });
  });

  it("is written to D1 by the alarm if no call follows", async () => {
    const agent = await anAgent();
    const as = await anOperator();
    const path = `/admin/fleet/collectors/${agent.tenantId}/${agent.id}/revoke`;
    const { request } = anApp({}, { DB: deafDatabase({ done: false }) });
    const headers = { authorization: `Bearer ${as}` };
    const answer = await request(`http://rampart.test${path}`, { method: "POST", headers });
    expect(answer.status).toBe(500);
    const alarm = await runInDurableObject(stubOf(agent), (_, state) => state.storage.getAlarm());
    expect(alarm).toBeLessThanOrEqual(Date.now() + SEND_BY_ALARM_MS);
    expect(await listed(agent)).toBe("pending");
    await runDurableObjectAlarm(stubOf(agent));
    expect(await listed(agent)).toBe("revoked");
  });

  it("is written to D1 by the alarm, with an audit entry that names who made the change", async () => {
    const agent = await anAgent();
    for (const machine_id of ["a", "b", "a"]) await agent.checkIn({ machine: { machine_id } });
    const as = await anOperator();
    const path = `/admin/fleet/collectors/${agent.tenantId}/${agent.id}`;
    const headers = { authorization: `Bearer ${as}` };
    const { request } = anApp({}, { DB: deafDatabase({ done: false }) });
    for (const act of ["revoke", "resolve-conflict"]) {
      const answer = await request(`http://rampart.test${path}/${act}`, {
        method: "POST",
        headers,
      });
      expect(answer.status).toBe(500);
    }
    for (let turn = 0; turn < 2; turn += 1) await runDurableObjectAlarm(stubOf(agent));
    for (const action of ["agent.revoked", "agent.conflict_resolved"]) {
      const audit = `/admin/audit?tenantId=${agent.tenantId}&action=${action}`;
      expect(await (await call("GET", audit, { as })).json()).toMatchObject({
        total: 1,
        items: [{ actor: expect.stringMatching(/^token:/), target: agent.id }],
      });
    }
  });

  it("may be a call under another agent's id, whose audit entry is written with the next call", async () => {
    const agent = await anAgent();
    expect(await checkIn(agent, {})).toBe(200);
    const named = Object.assign(Object.create(agent) as TestAgent, { id: "another" });
    expect(await checkIn(named, {}, { DB: deafDatabase({ done: false }) })).toBe(500);
    expect(await traces(agent, "agent.id_mismatch")).toBe(0);
    expect(await checkIn(agent, {})).toBe(200);
    await expect.poll(() => traces(agent, "agent.id_mismatch")).toBe(1);
  });

  it.each([true, false])(
    "is written with its audit entry, once however often it is retried (done before: %s)",
    async (done) => {
      const agent = await anAgent();
      const as = await anOperator();
      const settings = `/admin/fleet/settings/${agent.tenantId}`;
      await call("PATCH", settings, { as, body: { lockOnConflict: true } });
      const old = agent.pem;
      const rotated = await agent.rotate(await makeKey());
      ({ client_cert_pem: agent.pem } = await rotated.json<{ client_cert_pem: string }>());
      expect(await checkIn(agent, {})).toBe(200);
      const now = Date.now() + 11 * 60_000;
      // The tenant's settings are cached from here on.
      expect(await checkIn(agent, {}, { now })).toBe(200);
      expect(await checkIn(agent, {}, { DB: deafDatabase({ done }), now, pem: old })).toBe(500);
      expect(await profileOf(agent)).toMatchObject({ owed: true, untold: [{}] });
      expect(await listed(agent)).toBe(done ? "revoked" : "online");
      for (let turn = 0; turn < 3; turn += 1) expect(await checkIn(agent, {})).toBe(403);
      await expect.poll(() => listed(agent)).toBe("revoked");
      await runDurableObjectAlarm(stubOf(agent));
      expect(await traces(agent, "agent.identity_conflict")).toBe(1);
      expect(await traces(agent, "agent.certificate_rotated")).toBe(1);
      expect((await profileOf(agent)).untold).toEqual([]);
    },
  );

  it("is not undone by an older change written after it, and no audit entry is lost", async () => {
    const agent = await anAgent();
    const db = database(env);
    const row = await findAgent(db, agent.id);
    if (row === undefined) throw new Error("the agent is listed");
    const note = (seq: number) => ({ seq, at: 1, action: `agent.test_${seq}`, detail: {} });
    const newer = { row: { ...row, seq: 3, role: "newer" }, notes: [note(2), note(3)] };
    const older = { row: { ...row, seq: 2, role: "older" }, notes: [note(2)] };
    for (const update of [newer, older, newer]) {
      await runTogether(db, updateStatements(db, update));
    }
    expect(await findAgent(db, agent.id)).toMatchObject({ seq: 3, role: "newer" });
    expect(await traces(agent, "agent.test_2")).toBe(1);
    expect(await traces(agent, "agent.test_3")).toBe(1);
  });
});

describe("a change of an agent that D1 has taken", () => {
  it("is not written again", async () => {
    const agent = await anAgent();
    expect(await checkIn(agent, { status: { health: "healthy" } })).toBe(200);
    expect(await profileOf(agent)).toMatchObject({ seq: 2, owed: false });
    expect(await checkIn(agent, {})).toBe(200);
    expect(await profileOf(agent)).toMatchObject({ seq: 2, owed: false });
  });
});

import { describe, expect, it } from "vitest";
import { aCode, anAgent, enrolWith, type TestAgent, tlsOf } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";
import { anOperator, aTenant } from "../../support/people.ts";

const S = 1000;

async function traces(tenantId: string, action: string) {
  const path = `/admin/audit?tenantId=${tenantId}&action=${action}`;
  const answer = await call("GET", path, { as: await anOperator() });
  const { items } = await answer.json<{ items: { target: string; detail: object }[] }>();
  return items.map(({ target, detail }) => ({ target, detail }));
}

async function conflictOf(agent: TestAgent) {
  const answer = await call("GET", `/agents/${agent.id}`, { as: await anOperator() });
  const { conflict } = await answer.json<{ conflict: { flag: boolean; evidence: string[] } }>();
  return conflict.evidence;
}

async function checkInAt(agent: TestAgent, now: number, machine: object) {
  const answer = await anApp({ now: () => now }).request(
    `http://rampart.test/agents/${agent.id}/checkin`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ machine }),
      cf: { tlsClientAuth: tlsOf(agent.pem) },
    },
  );
  expect(answer.status).toBe(200);
}

describe("a second agent that reports the machine id of a first", () => {
  const machine = { machine_id: "same" };
  const shared = (target: string, other: string, others = 1) => ({
    target,
    detail: { machine_id: "same", with: other, others },
  });

  it("gets one audit entry when it enrols, and takes nothing over", async () => {
    const tenantId = await aTenant();
    const first = await anAgent({ tenantId, body: { machine } });
    await anAgent({ body: { machine } });
    expect(await traces(tenantId, "agent.machine_shared")).toEqual([]);
    const [{ code }, csr] = [await aCode({ tenantId }), await makeCsr(await makeKey())];
    const enrol = async () => {
      const answer = await enrolWith(code, csr, { machine });
      return (await answer.json<{ agent_id: string }>()).agent_id;
    };
    const second = await enrol();
    expect(await enrol()).toBe(second);
    const trace = shared(second, first.id);
    expect(await traces(tenantId, "agent.machine_shared")).toEqual([trace]);
    expect((await first.checkIn({ machine })).status).toBe(200);
    expect(await traces(tenantId, "agent.machine_shared")).toEqual([trace]);
  });

  it("gets one audit entry an hour when it reports the id later", async () => {
    const tenantId = await aTenant();
    const [first, second] = [await anAgent({ tenantId }), await anAgent({ tenantId })];
    await first.checkIn({ machine });
    expect(await traces(tenantId, "agent.machine_shared")).toEqual([]);
    for (const id of ["own", "same", "new", "same"]) {
      await second.checkIn({ machine: { machine_id: id } });
    }
    const trace = shared(second.id, first.id);
    expect(await traces(tenantId, "agent.machine_shared")).toEqual([trace]);
  });
});

describe("an agent's host name that changes and changes back", () => {
  const names = async (agent: TestAgent, now: number, all: string[], stepS: number) => {
    for (const [nth, hostname] of all.entries()) {
      await checkInAt(agent, now + nth * stepS * S, { hostname, machine_id: "copied" });
    }
  };

  it("is a conflict if it is back before the agent could count as missing, logged once", async () => {
    const agent = await anAgent();
    await names(agent, Date.now(), ["a", "b", "a", "b"], 30);
    expect(await conflictOf(agent)).toEqual(["hostname_alternates"]);
    const told = { target: agent.id, detail: { evidence: "hostname_alternates" } };
    expect(await traces(agent.tenantId, "agent.identity_conflict")).toEqual([told]);
  });

  it.each([
    ["renamed once", ["a", "b", "b"], 30],
    ["back more than 180 s after it was last reported", ["a", "b", "a"], 91],
    ["another each time", ["a", "b", "c", "d"], 10],
    ["the same in another network", ["mac.local", "Mac.lan", "mac.local"], 30],
  ])("is no conflict if it is %s", async (_name, all, stepS) => {
    const agent = await anAgent();
    await names(agent, Date.now(), all, stepS);
    expect(await conflictOf(agent)).toEqual([]);
  });

  it("is a conflict whatever the networks of its machines", async () => {
    const agent = await anAgent();
    await names(agent, Date.now(), ["a.local", "b.local", "a.lan"], 30);
    expect(await conflictOf(agent)).toEqual(["hostname_alternates"]);
  });

  it("is a conflict among five machines that call in turn", async () => {
    const agent = await anAgent();
    await names(agent, Date.now(), ["a", "b", "c", "d", "e", "a"], 12);
    expect(await conflictOf(agent)).toEqual(["hostname_alternates"]);
  });

  it("is a conflict if it is back after exactly 180 s", async () => {
    const agent = await anAgent();
    await names(agent, Date.now(), ["a", "b", "a"], 90);
    expect(await conflictOf(agent)).toEqual(["hostname_alternates"]);
  });
});

describe("an agent's machine id that changes and changes back", () => {
  const ids = async (agent: TestAgent, all: string[]) => {
    for (const machine_id of all)
      await agent.checkIn({ machine: { machine_id, hostname: "same" } });
  };

  it("is a conflict among five machines that call in turn, as copies of one disk do", async () => {
    const agent = await anAgent();
    await ids(agent, ["a", "b", "c", "d", "e"]);
    expect(await conflictOf(agent)).toEqual([]);
    await ids(agent, ["a", "b"]);
    expect(await conflictOf(agent)).toEqual(["machine_id_alternates"]);
    const told = { target: agent.id, detail: { evidence: "machine_id_alternates" } };
    expect(await traces(agent.tenantId, "agent.identity_conflict")).toEqual([told]);
  });
});

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

describe("a second agent that says it runs on the machine of a first", () => {
  const machine = { machine_id: "same" };
  const shared = (target: string, other: string, others = 1) => ({
    target,
    detail: { machine_id: "same", with: other, others },
  });

  it("leaves a trace when it enrols, once, and takes nothing over", async () => {
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

  it("leaves a trace when it says so later, once an hour", async () => {
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

describe("a host name that goes away and comes back", () => {
  const names = async (agent: TestAgent, now: number, all: string[], stepS: number) => {
    for (const [nth, hostname] of all.entries()) {
      await checkInAt(agent, now + nth * stepS * S, { hostname, machine_id: "copied" });
    }
  };

  it("is a conflict when it is back before the agent could have been missed, noted once", async () => {
    const agent = await anAgent();
    await names(agent, Date.now(), ["a", "b", "a", "b"], 30);
    expect(await conflictOf(agent)).toEqual(["hostname_alternates"]);
    const told = { target: agent.id, detail: { evidence: "hostname_alternates" } };
    expect(await traces(agent.tenantId, "agent.identity_conflict")).toEqual([told]);
  });

  it.each([
    ["renamed once", ["a", "b", "b"], 30],
    ["back later than 180 s after it was last said", ["a", "b", "a"], 91],
    ["another each time", ["a", "b", "c", "d"], 10],
    ["the same in another network", ["mac.local", "Mac.lan", "mac.local"], 30],
  ])("is none when it is %s", async (_name, all, stepS) => {
    const agent = await anAgent();
    await names(agent, Date.now(), all, stepS);
    expect(await conflictOf(agent)).toEqual([]);
  });

  it("is one whatever networks its machines are in", async () => {
    const agent = await anAgent();
    await names(agent, Date.now(), ["a.local", "b.local", "a.lan"], 30);
    expect(await conflictOf(agent)).toEqual(["hostname_alternates"]);
  });

  it("is one of five machines that call in turn", async () => {
    const agent = await anAgent();
    await names(agent, Date.now(), ["a", "b", "c", "d", "e", "a"], 12);
    expect(await conflictOf(agent)).toEqual(["hostname_alternates"]);
  });

  it("is one at exactly 180 s", async () => {
    const agent = await anAgent();
    await names(agent, Date.now(), ["a", "b", "a"], 90);
    expect(await conflictOf(agent)).toEqual(["hostname_alternates"]);
  });
});

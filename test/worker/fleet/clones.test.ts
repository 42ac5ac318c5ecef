import { describe, expect, it } from "vitest";
import { MAX_ROTATIONS } from "../../../src/fleet/agent/limits.ts";
import { anAgent, tlsOf, type TestAgent } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { makeCsr, makeKey, type TestKey } from "../../support/make-csr.ts";
import { anOperator } from "../../support/people.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A holder of an agent's identity, with its current certificate. */
class Holder {
  pem: string;
  private readonly agent: TestAgent;
  private readonly key: TestKey;

  constructor(agent: TestAgent, key: TestKey) {
    this.agent = agent;
    this.pem = agent.pem;
    this.key = key;
  }

  async checkIn(now: number, pem = this.pem): Promise<string> {
    return errorOf(await this.ask(now, "checkin", {}, pem));
  }

  /** Takes the new certificate, and does not use it yet. */
  async renew(now: number, key = this.key): Promise<string> {
    const answer = await this.ask(now, "rotate-cert", { csr_pem: await makeCsr(key) });
    if (!answer.ok) return errorOf(answer);
    this.pem = (await answer.json<{ client_cert_pem: string }>()).client_cert_pem;
    return "200";
  }

  private async ask(now: number, what: string, body: object, pem = this.pem) {
    const { request } = anApp({ now: () => now });
    return request(`http://rampart.test/agents/${this.agent.id}/${what}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      cf: { tlsClientAuth: tlsOf(pem) },
    });
  }
}

async function errorOf(answer: Response): Promise<string> {
  if (answer.ok) return "200";
  const { error, action } = await answer.json<{ error: string; action: string }>();
  return `${answer.status} ${error} ${action}`;
}

async function twoHolders() {
  const agent = await anAgent();
  const own = new Holder(agent, await makeKey());
  return { agent, own, clone: new Holder(agent, await makeKey()), now: Date.now() };
}

/** What an operator sees of a conflict: in the agent's detail, the list and the audit log. */
async function seen({ id, tenantId }: TestAgent) {
  const as = await anOperator();
  const read = async <T>(path: string) => (await call("GET", path, { as })).json<T>();
  const one = await read<{ conflict: { flag: boolean; evidence: string[] } }>(`/agents/${id}`);
  const list = await read<{ items: { conflict: boolean }[] }>(`/agents?tenant=${tenantId}`);
  const audit = `/admin/audit?tenantId=${tenantId}&action=agent.identity_conflict`;
  const { total } = await read<{ total: number }>(audit);
  return { evidence: one.conflict.evidence, listed: list.items[0]?.conflict, lines: total };
}

const NOTHING = { evidence: [], listed: false, lines: 0 };
const CLONED = { evidence: ["certificate_superseded"], listed: true, lines: 1 };
const SUPERSEDED = "401 certificate_superseded stop";
const UNKNOWN = "401 certificate_unknown re_enroll";

describe("two machines with one agent's identity", () => {
  it("are detected when the machine that did not renew tries to renew", async () => {
    const { agent, own, clone, now } = await twoHolders();
    expect(await clone.checkIn(now)).toBe("200");
    expect(await own.renew(now)).toBe("200");
    expect(await own.checkIn(now)).toBe("200");
    expect(await seen(agent)).toEqual(NOTHING);
    expect(await clone.renew(now + 1)).toBe(SUPERSEDED);
    expect(await seen(agent)).toEqual(CLONED);
    expect(await own.checkIn(now + 2)).toBe("200");
  });

  it("are detected when both renew before either uses its new certificate", async () => {
    const { agent, own, clone, now } = await twoHolders();
    const old = own.pem;
    expect(await own.renew(now)).toBe("200");
    expect(await clone.renew(now + 2_000)).toBe("200");
    // The last certificate counts; the other machine goes back to the old one, as after a lost answer.
    expect(await own.checkIn(now + 3_000)).toBe(UNKNOWN);
    expect(await own.checkIn(now + 3_000, old)).toBe("200");
    expect(await seen(agent)).toEqual(NOTHING);
    expect(await clone.checkIn(now + 4_000)).toBe("200");
    expect(await own.checkIn(now + 5_000, old)).toBe("200");
    expect(await own.checkIn(now + 11 * MINUTE_MS, old)).toBe(SUPERSEDED);
    expect(await seen(agent)).toEqual(CLONED);
  });

  it("are detected though one renewed until the other's certificate was forgotten", async () => {
    const { agent, own, clone, now } = await twoHolders();
    let at = now;
    for (let turn = 0; turn < 2 * MAX_ROTATIONS; turn += 1) {
      at += 15 * MINUTE_MS;
      expect(await clone.renew(at, await makeKey())).toBe("200");
      expect(await clone.checkIn(at)).toBe("200");
    }
    expect(await seen(agent)).toEqual(NOTHING);
    expect(await own.checkIn(at + 1)).toBe(UNKNOWN);
    expect(await seen(agent)).toEqual(CLONED);
    expect(await clone.checkIn(at + 2)).toBe("200");
  });

  it("are not suspected if an agent's new certificate lapsed before its first use", async () => {
    const { agent, own, now } = await twoHolders();
    const old = own.pem;
    expect(await own.renew(now)).toBe("200");
    expect(await own.checkIn(now + 8 * DAY_MS)).toBe(UNKNOWN);
    expect(await own.checkIn(now + 8 * DAY_MS, old)).toBe("200");
    expect(await seen(agent)).toEqual(NOTHING);
  });
});

describe("a rotation that is repeated after its new certificate is in use", () => {
  const asked = async (agent: TestAgent, key: TestKey, pem: string) => {
    const answer = await agent.rotate(key, { pem });
    if (!answer.ok) return errorOf(answer);
    return (await answer.json<{ client_cert_pem: string }>()).client_cert_pem;
  };
  const locking = async () => {
    const agent = await anAgent();
    const as = await anOperator();
    const path = `/admin/fleet/settings/${agent.tenantId}`;
    await call("PATCH", path, { as, body: { lockOnConflict: true } });
    return agent;
  };

  it("401 without a conflict for the same key, as for a delayed repetition", async () => {
    const agent = await locking();
    const key = await makeKey();
    const fresh = await asked(agent, key, agent.pem);
    expect((await agent.checkIn({}, { pem: fresh })).status).toBe(200);
    expect(await asked(agent, key, agent.pem)).toBe(SUPERSEDED);
    expect(await seen(agent)).toEqual(NOTHING);
    expect((await agent.checkIn({}, { pem: fresh })).status).toBe(200);
  });

  it("401 with a conflict for another key, or for the key that both share", async () => {
    for (const [first, second] of [
      [await makeKey(), await makeKey()],
      [undefined, undefined],
    ]) {
      const agent = await anAgent();
      const fresh = await asked(agent, first ?? agent.key, agent.pem);
      expect((await agent.checkIn({}, { pem: fresh })).status).toBe(200);
      expect(await asked(agent, second ?? agent.key, agent.pem)).toBe(SUPERSEDED);
      expect(await seen(agent)).toEqual(CLONED);
    }
  });

  it("401 after ten minutes, and after one more renewal", async () => {
    const { agent, own, now } = await twoHolders();
    const [key, next] = [await makeKey(), await makeKey()];
    const old = own.pem;
    const late = new Holder(agent, key);
    expect(await own.renew(now, key)).toBe("200");
    expect(await own.checkIn(now)).toBe("200");
    expect(await own.renew(now, next)).toBe("200");
    expect(await own.checkIn(now)).toBe("200");
    expect(late.pem).toBe(old);
    expect(await late.renew(now)).toBe(SUPERSEDED);
    const other = await twoHolders();
    expect(await other.own.renew(now, key)).toBe("409 key_in_use stop");
    expect(await other.own.renew(now)).toBe("200");
    expect(await other.own.checkIn(now)).toBe("200");
    other.own.pem = other.agent.pem;
    expect(await other.own.renew(now + 11 * MINUTE_MS)).toBe(SUPERSEDED);
  });
});

it("401 or 403 by the agent's own state comes before the edge's verdict that a certificate is revoked", async () => {
  const revoked = { tls: { certRevoked: "1" } };
  const [agent, other] = [await anAgent(), await anAgent()];
  const old = agent.pem;
  const renewed = await (await agent.rotate()).json<{ client_cert_pem: string }>();
  agent.pem = renewed.client_cert_pem;
  expect((await agent.checkIn()).status).toBe(200);
  const former = await agent.checkIn({}, { pem: old, ...revoked });
  expect(await errorOf(former)).toBe(SUPERSEDED);
  expect(await seen(agent)).toEqual(CLONED);
  expect(await errorOf(await other.checkIn({}, revoked))).toBe("401 certificate_revoked stop");
  expect((await other.leave()).status).toBe(200);
  expect(await errorOf(await other.checkIn({}, revoked))).toBe("403 agent_deregistered stop");
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tlsOf } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { type Certificate, KnownAgent } from "../../support/known-agent.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";
import { aNewOperator, anOperator, aTenant } from "../../support/people.ts";
import { rounds } from "../../support/rounds.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const KEYS = 3;
/** How many agents each code may enrol. */
const USES = [1, 3];
const WAITS = [11 * MINUTE, 70 * MINUTE, 5 * DAY, 8 * DAY, 58 * DAY, 70 * DAY];
const CALLS = { enrol: 3, rotate: 3, checkin: 3, me: 1, leave: 1, remove: 1, revoke: 1, wait: 2 };

const step = fc.record({
  does: fc.oneof(
    ...Object.entries(CALLS).map(([does, weight]) => ({ weight, arbitrary: fc.constant(does) })),
  ),
  key: fc.nat(KEYS - 1),
  code: fc.nat(USES.length - 1),
  wait: fc.constantFrom(...WAITS),
  /** Which of the certificates issued so far: any, or one of the last. */
  any: fc.option(fc.nat(50)),
  last: fc.integer({ min: 1, max: 5 }),
  times: fc.integer({ min: 1, max: 2 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Said = Record<string, string>;
interface Given {
  agent: KnownAgent;
  pem: string;
}

async function aWorld() {
  const tenantId = await aTenant();
  const as = await anOperator();
  const csrs = await Promise.all(
    Array.from({ length: KEYS }, async () => makeCsr(await makeKey())),
  );
  const codes = await Promise.all(
    USES.map(async (maxUses) => {
      const made = await call("POST", "/admin/enrollment-codes", {
        as,
        body: { tenantId, maxUses },
      });
      return (await made.json<{ code: string }>()).code;
    }),
  );
  let now = Date.now();
  const codesEnd = now + DAY - 1_000;
  const agents: KnownAgent[] = [];
  const given: Given[] = [];
  const claims = USES.map(() => new Map<number, { agent: KnownAgent; at: number }>());
  const { request } = anApp({ now: () => now });

  const tell = async (answer: Response) => {
    const said: Said = await answer.json();
    return { said, told: answer.ok ? "200" : `${answer.status} ${said["error"]}` };
  };
  const send = async (method: string, path: string, body?: object, pem?: string) => {
    const cf = pem === undefined ? {} : { cf: { tlsClientAuth: tlsOf(pem) } };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { "content-type": "application/json" };
    const init = { method, headers, ...content, ...cf } as RequestInit;
    return tell(await request(`http://rampart.test${path}`, init));
  };
  /** By a new operator each time: a token would end while the agents' time goes on. */
  const order = async (method: string, path: string) => {
    const authorization = `Bearer ${await aNewOperator(undefined, now)}`;
    return tell(
      await request(`http://rampart.test${path}`, { method, headers: { authorization } }),
    );
  };
  const certificateIn = (said: Said, key: number): Certificate => ({
    pem: said["client_cert_pem"] ?? "",
    key,
    at: now,
    until: Date.parse(said["cert_expires_at"] ?? ""),
  });
  const ownerOf = (key: number) =>
    agents.find(({ state, keys }) => state !== "ended" && keys.has(key));

  const enrol = async ({ key, code }: Step) => {
    const body = { enrollment_code: codes[code], csr_pem: csrs[key] };
    const { told, said } = await send("POST", "/enroll", body);
    const claimed = claims[code] ?? new Map();
    const known = claimed.get(key);
    if (known !== undefined && now - known.at <= DAY) {
      const again = known.agent.certificateOf(key);
      if (again === undefined) return expect(told).toBe("401 code_consumed");
      const same = { agent_id: known.agent.id, client_cert_pem: again.pem };
      return expect(said).toMatchObject(same);
    }
    if (now >= codesEnd) return expect(told).toBe("401 code_expired");
    const isUsed = known !== undefined || claimed.size >= (USES[code] ?? 0);
    if (isUsed) return expect(told).toBe("401 code_consumed");
    if (ownerOf(key) !== undefined) return expect(told).toBe("409 key_in_use");
    expect(told).toBe("200");
    const first = certificateIn(said, key);
    const agent = new KnownAgent(said["agent_id"] ?? "", first);
    expect(agents.map(({ id }) => id)).not.toContain(agent.id);
    agents.push(agent);
    given.push({ agent, pem: first.pem });
    claimed.set(key, { agent, at: now });
  };
  const rotate = async ({ key }: Step, { agent, pem }: Given) => {
    const body = { csr_pem: csrs[key] };
    const { told, said } = await send("POST", `/agents/${agent.id}/rotate-cert`, body, pem);
    const refused = agent.admit(pem, "rotate", now, key);
    if (refused !== undefined) return expect(told).toBe(refused);
    const lost = agent.lost(key, now);
    if (lost !== undefined) return expect(said["client_cert_pem"]).toBe(lost.pem);
    if (agent.rotatesTooOften(now)) return expect(told).toBe("429 rate_limited");
    if ((ownerOf(key) ?? agent) !== agent) return expect(told).toBe("409 key_in_use");
    expect(told).toBe("200");
    const next = certificateIn(said, key);
    agent.rotated(next, now);
    given.push({ agent, pem: next.pem });
  };
  const calls: Record<string, (one: Step, which: Given) => Promise<void>> = {
    rotate,
    checkin: async (_one, { agent, pem }) => {
      const { told } = await send("POST", `/agents/${agent.id}/checkin`, {}, pem);
      expect(told).toBe(agent.admit(pem, "checkin", now) ?? "200");
    },
    me: async (_one, { agent, pem }) => {
      const { told } = await send("GET", "/agents/me", undefined, pem);
      expect(told).toBe(agent.admit(pem, "me", now) ?? "200");
    },
    leave: async (_one, { agent, pem }) => {
      const { told } = await send("DELETE", `/agents/${agent.id}`, undefined, pem);
      const isAgain = agent.state === "ended" && agent.holds(pem);
      const refused = isAgain ? undefined : agent.admit(pem, "leave", now);
      expect(told).toBe(refused ?? "200");
      if (refused === undefined) agent.end(now);
    },
    remove: async (_one, { agent }) => {
      expect((await order("DELETE", `/agents/${agent.id}`)).told).toBe("200");
      agent.end(now);
    },
    revoke: async (_one, { agent }) => {
      const path = `/admin/fleet/collectors/${tenantId}/${agent.id}/revoke`;
      const { told } = await order("POST", path);
      expect(told).toBe(agent.state === "ended" ? "404 not_found" : "200");
      if (agent.state === "live") agent.state = "revoked";
    },
  };
  const look = async () => {
    const answer = await call("GET", `/agents?tenant=${tenantId}&limit=100`, { as });
    const { items } = await answer.json<{ items: { agent_id: string }[] }>();
    const there = agents.filter(({ state }) => state !== "ended").map(({ id }) => id);
    expect(items.map((one) => one.agent_id).toSorted()).toEqual(there.toSorted());
  };
  return async (one: Step) => {
    now += MINUTE;
    if (one.does === "wait") now += one.wait;
    for (let time = 0; time < one.times; time += 1) {
      const which = one.any === null ? given.at(-one.last) : given[one.any % given.length];
      if (one.does === "enrol") await enrol(one);
      else if (which !== undefined) await calls[one.does]?.(one, which);
    }
    await look();
  };
}

describe("agents that enrol, rotate, leave and are revoked, in any order and repeatedly", () => {
  it("get the answers that the model predicts, and the list shows exactly the agents not ended", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 25, size: "max" }),
        async (steps) => {
          const act = await aWorld();
          for (const one of steps) await act(one);
        },
      ),
      { numRuns: rounds(15) },
    );
  });
});

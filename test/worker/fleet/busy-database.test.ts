import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { fleetRules } from "../../../src/fleet/fleet-rules.ts";
import { DEFAULT_INTERVAL_S } from "../../../src/fleet/policies/pick-policy.ts";
import { MIN_RETRY_SECONDS, retryAfter } from "../../../src/fleet/spread.ts";
import { database } from "../../../src/platform/index.ts";
import { aCode, anAgent, type TestAgent, tlsOf } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { busyDatabase } from "../../support/dying-database.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";
import { anOperator } from "../../support/people.ts";

/** Longer than an isolate caches a tenant's settings. */
const FORGOTTEN_MS = 16_000;

interface Asked {
  method?: string;
  path: string;
  body?: object;
  agent?: TestAgent;
  later?: number;
}

function ask({ method = "POST", path, body, agent, later = 0 }: Asked, DB = busyDatabase()) {
  const { request, lines } = anApp({ now: () => Date.now() + later }, { DB });
  const answer = request(`http://rampart.test${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
    ...(agent && { cf: { tlsClientAuth: tlsOf(agent.pem) } }),
  });
  return { answer, lines };
}

async function refusalOf(answer: Response) {
  const { error, action } = await answer.json<{ error: string; action?: string }>();
  return [answer.status, error, action].join(" ");
}

describe("agents while D1 is overloaded", () => {
  it.each([
    ["a check-in", "POST", "/checkin", {}],
    ["an event", "POST", "/events", {}],
    ["a rotation", "POST", "/rotate-cert", { csr_pem: "x" }],
    ["the detail of an agent", "GET", "", undefined],
  ])("503 for %s, with a Retry-After of the agent's own", async (...row) => {
    const [, method, path, body] = row;
    const agent = await anAgent();
    const to = { method, path: `/agents/${agent.id}${path}`, agent, later: FORGOTTEN_MS };
    const { answer, lines } = ask({ ...to, ...(body && { body }) });
    expect(await refusalOf(await answer)).toBe("503 overloaded retry_later");
    const wait = String(retryAfter(agent.id, DEFAULT_INTERVAL_S));
    expect((await answer).headers.get("retry-after")).toBe(wait);
    expect(JSON.stringify(lines)).toContain("D1 DB is overloaded");
  });

  it("503 for a check-in whose report the agent's object has kept; D1 gets it with the next one", async () => {
    const agent = await anAgent();
    await agent.checkIn({});
    const path = `/agents/${agent.id}/checkin`;
    const body = { status: { health: "error" } };
    const { answer } = ask({ path, body, agent });
    expect(await refusalOf(await answer)).toBe("503 overloaded retry_later");
    const wait = String(retryAfter(agent.id, DEFAULT_INTERVAL_S));
    expect((await answer).headers.get("retry-after")).toBe(wait);
    expect((await agent.checkIn({})).status).toBe(200);
    const health = () =>
      env.DB.prepare("select health from agents where agent_id = ?").bind(agent.id).first("health");
    await expect.poll(health).toBe("error");
  });

  it("503 for a check-in, with a Retry-After as long as the tenant's interval is stretched", async () => {
    const agent = await anAgent();
    const path = `/admin/fleet/settings/${agent.tenantId}`;
    await call("PATCH", path, { as: await anOperator(), body: { intervalPercent: 1_000 } });
    await agent.checkIn({});
    const to = { path: `/agents/${agent.id}/checkin`, agent };
    const news = { ...to, body: { status: { health: "error" } } };
    const day = { ...to, body: {}, later: 86_400_000 };
    const wait = retryAfter(agent.id, 10 * DEFAULT_INTERVAL_S);
    expect(wait).toBeGreaterThanOrEqual(300);
    for (const [asked, expected] of [
      [news, wait],
      [{ ...day, later: FORGOTTEN_MS }, wait],
      [{ ...day, later: 86_390_000 }, wait],
      [day, retryAfter(agent.id, DEFAULT_INTERVAL_S)],
    ] as const) {
      const answer = await ask(asked).answer;
      expect(await refusalOf(answer)).toBe("503 overloaded retry_later");
      expect(answer.headers.get("retry-after")).toBe(String(expected));
    }
  });

  it("503 for a check-in, with a Retry-After by the policy of the agents' role", async () => {
    const agent = await anAgent();
    const [{ tenantId }, as] = [agent, await anOperator()];
    const order = { tenantId, name: "slow", document: {}, checkinIntervalSeconds: 600 };
    const made = await call("POST", "/admin/policies", { as, body: order });
    const { id: policyId } = await made.json<{ id: string }>();
    const body = { tenantId, role: "collector", policyId };
    await call("PUT", "/admin/policies/assignments", { as, body });
    const to = { path: `/agents/${agent.id}/checkin`, agent, body: {} };
    const waitAt = async (later: number) =>
      (await ask({ ...to, later }).answer).headers.get("retry-after");
    expect((await agent.checkIn({})).status).toBe(200);
    expect(await waitAt(FORGOTTEN_MS)).toBe(String(retryAfter(agent.id, 600)));
    // The rules are read anew, and no check-in has been answered since.
    await fleetRules(database(env), tenantId, Date.now() + FORGOTTEN_MS);
    expect(await waitAt(3 * FORGOTTEN_MS)).toBe(String(retryAfter(agent.id, 600)));
  });

  it("503 with differing Retry-After for enrolments, and the code keeps its place", async () => {
    const { code } = await aCode();
    const waits = new Set<string | null>();
    let csr_pem = "";
    for (let turn = 0; turn < 6; turn += 1) {
      csr_pem = await makeCsr(await makeKey());
      const { answer } = ask({ path: "/enroll", body: { enrollment_code: code, csr_pem } });
      expect(await refusalOf(await answer)).toBe("503 overloaded retry_later");
      const wait = (await answer).headers.get("retry-after");
      expect(Number(wait)).toBeGreaterThanOrEqual(MIN_RETRY_SECONDS);
      waits.add(wait);
    }
    expect(waits.size).toBeGreaterThan(1);
    const { answer } = ask({ path: "/enroll", body: { enrollment_code: code, csr_pem } }, env.DB);
    expect((await answer).status).toBe(200);
  });
});

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aCode, anAgent, tlsOf, type TestAgent } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { makeCa, makeCsr, makeKey } from "../../support/make-csr.ts";
import { aTenant } from "../../support/people.ts";

interface Heard {
  status: number;
  error?: string;
  action?: string;
  retryable?: boolean;
}

/** What an agent hears whose certificate was good before somebody changed these settings. */
async function hearUnder(
  settings: Partial<Cloudflare.Env>,
  agent: TestAgent,
  now = Date.now(),
  edge: Record<string, string> = {},
): Promise<Heard> {
  const answer = await anApp({ now: () => now }, settings).request(
    `http://rampart.test/agents/${agent.id}/checkin`,
    {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
      cf: { tlsClientAuth: tlsOf(agent.pem, edge) },
    },
  );
  const { error, action, retryable } = await answer.json<Omit<Heard, "status">>();
  if (answer.status === 503) waits.push(Number(answer.headers.get("retry-after")));
  return { status: answer.status, error, action, retryable } as Heard;
}

/** What they were told to wait, in seconds. */
const waits: number[] = [];

const LATER = {
  status: 503,
  error: "issuer_unavailable",
  action: "retry_later",
  retryable: true,
};
const ENROL = {
  status: 401,
  error: "certificate_untrusted",
  action: "re_enroll",
  retryable: false,
};

describe("AGENT_CA_CHAIN that does not belong to AGENT_CA_KEY", () => {
  const written: string[] = [];
  const told = () => written.filter((line) => line.includes('"issuer_misconfigured"'));
  beforeEach(() => {
    vi.spyOn(console, "log").mockImplementation((line: string) => void written.push(line));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    written.length = 0;
    waits.length = 0;
  });

  it("503 to agents until the two belong together again, and a line a minute", async () => {
    const [agent, other] = [await anAgent(), await makeCa()];
    const mistaken = { AGENT_CA_CHAIN: other.chainPem };
    const now = Date.now();
    expect(await hearUnder(mistaken, agent, now)).toEqual(LATER);
    expect(await hearUnder(mistaken, agent, now + 59_999)).toEqual(LATER);
    expect(told()).toHaveLength(1);
    expect(told()[0]).toContain("does not belong");
    expect(await hearUnder(mistaken, agent, now + 60_000)).toEqual(LATER);
    expect(told()).toHaveLength(2);
    expect((await hearUnder({}, agent)).status).toBe(200);
  });

  it("503 with a time of its own for each agent, so that a fleet does not come back at once", async () => {
    const other = await makeCa();
    const agents = await Promise.all(Array.from({ length: 4 }, async () => anAgent()));
    for (const agent of agents) await hearUnder({ AGENT_CA_CHAIN: other.chainPem }, agent);
    expect(waits).toHaveLength(agents.length);
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(30);
    expect(new Set(waits).size).toBeGreaterThan(1);
  });

  it("503 as well where the key is none at all", async () => {
    const [agent, other] = [await anAgent(), await makeCa()];
    const mistaken = { AGENT_CA_CHAIN: other.chainPem, AGENT_CA_KEY: "none" };
    expect(await hearUnder(mistaken, agent)).toEqual(LATER);
  });

  it.each(["", "no chain", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"])(
    "503 and a line a minute where the chain is %j",
    async (AGENT_CA_CHAIN) => {
      const agent = await anAgent();
      const now = Date.now();
      const broken = { AGENT_CA_CHAIN };
      expect(await hearUnder(broken, agent, now)).toEqual(LATER);
      expect(await hearUnder(broken, agent, now)).toEqual(LATER);
      expect(waits.every((wait) => wait >= 30)).toBe(true);
      expect(told()).toHaveLength(1);
      expect(told()[0]).toContain("AGENT_CA_CHAIN must be");
      expect((await hearUnder({}, agent)).status).toBe(200);
    },
  );

  it("503 where the issuer's own settings are missing; who is at the edge still checks in", async () => {
    const agent = await anAgent();
    const broken = { AGENT_ISSUER: "est", AGENT_TRUST: "worker", EST_URL: "" };
    expect(await hearUnder(broken, agent)).toEqual(LATER);
    expect(told()[0]).toContain("EST_URL");
    expect((await hearUnder({ ...broken, AGENT_TRUST: "edge" }, agent)).status).toBe(200);
  });

  it("503 where the edge knows no longer whom we sign for, 401 for a stranger and one of before", async () => {
    const [agent, other] = [await anAgent(), await makeCa()];
    const edge = { AGENT_TRUST: "edge" };
    const unknown = { certVerified: "FAILED:unable to get local issuer certificate" };
    const now = Date.now();
    for (const at of [now, now + 59_999]) {
      expect(await hearUnder(edge, agent, at, unknown)).toEqual(LATER);
    }
    expect(waits.every((wait) => wait >= 30)).toBe(true);
    expect(told()).toHaveLength(1);
    expect(told()[0]).toContain("edge");
    expect((await hearUnder(edge, agent)).status).toBe(200);
    const strange = { AGENT_CA_CHAIN: other.chainPem, AGENT_CA_KEY: other.keyPem };
    const before = { ...strange, AGENT_CA_CHAIN: other.chainPem + env.AGENT_CA_CHAIN };
    for (const settings of [strange, before]) {
      expect(await hearUnder({ ...edge, ...settings }, agent, now, unknown)).toEqual(ENROL);
    }
  });

  it("401 where they belong together and the agent is another authority's", async () => {
    const [agent, other] = [await anAgent(), await makeCa()];
    const changed = { AGENT_CA_CHAIN: other.chainPem, AGENT_CA_KEY: other.keyPem };
    expect(await hearUnder(changed, agent)).toEqual(ENROL);
    expect(told()).toEqual([]);
  });

  it("200 where only the chain's first is mistaken and an agent's own is further down", async () => {
    const [agent, other] = [await anAgent(), await makeCa()];
    const mistaken = { AGENT_CA_CHAIN: other.chainPem + env.AGENT_CA_CHAIN };
    expect((await hearUnder(mistaken, agent)).status).toBe(200);
    expect(told()).toEqual([]);
  });

  it("503 to who enrols, whose code is as good as before once they belong together", async () => {
    const { code: enrollment_code } = await aCode({ tenantId: await aTenant() });
    const body = JSON.stringify({ enrollment_code, csr_pem: await makeCsr(await makeKey()) });
    const enrol = async (settings: Partial<Cloudflare.Env>) =>
      anApp({}, settings).request("http://rampart.test/enroll", {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
      });
    const mistaken = [{ AGENT_CA_KEY: (await makeCa()).keyPem }, { AGENT_CA_CHAIN: "none" }];
    for (const settings of mistaken) {
      const refused = await enrol(settings);
      expect([refused.status, await refused.json()]).toMatchObject([
        503,
        { error: LATER.error, action: LATER.action, retryable: true },
      ]);
    }
    expect(told()).toHaveLength(2);
    expect((await enrol({})).status).toBe(200);
  });
});

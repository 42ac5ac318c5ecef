import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aCode, anAgent, tlsOf, type TestAgent } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { makeCa, makeCsr, makeKey } from "../../support/make-csr.ts";
import { aTenant } from "../../support/people.ts";

interface Outcome {
  status: number;
  error?: string;
  action?: string;
  retryable?: boolean;
}

/** The answer to an agent whose certificate was valid before these settings changed. */
async function checkInUnder(
  settings: Partial<Cloudflare.Env>,
  agent: TestAgent,
  now = Date.now(),
  edge: Record<string, string> = {},
): Promise<Outcome> {
  const answer = await anApp({ now: () => now }, settings).request(
    `http://rampart.test/agents/${agent.id}/checkin`,
    {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
      cf: { tlsClientAuth: tlsOf(agent.pem, edge) },
    },
  );
  const { error, action, retryable } = await answer.json<Omit<Outcome, "status">>();
  if (answer.status === 503) waits.push(Number(answer.headers.get("retry-after")));
  return { status: answer.status, error, action, retryable } as Outcome;
}

/** The seconds of each Retry-After. */
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

describe("AGENT_CA_CHAIN and AGENT_CA_KEY", () => {
  const written: string[] = [];
  const misconfigured = () => written.filter((line) => line.includes('"issuer_misconfigured"'));
  beforeEach(() => {
    vi.spyOn(console, "log").mockImplementation((line: string) => void written.push(line));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    written.length = 0;
    waits.length = 0;
  });

  it("503 for agents while they do not match, with one log line a minute", async () => {
    const [agent, other] = [await anAgent(), await makeCa()];
    const mistaken = { AGENT_CA_CHAIN: other.chainPem };
    const now = Date.now();
    expect(await checkInUnder(mistaken, agent, now)).toEqual(LATER);
    expect(await checkInUnder(mistaken, agent, now + 59_999)).toEqual(LATER);
    expect(misconfigured()).toHaveLength(1);
    expect(misconfigured()[0]).toContain("does not belong");
    expect(await checkInUnder(mistaken, agent, now + 60_000)).toEqual(LATER);
    expect(misconfigured()).toHaveLength(2);
    expect((await checkInUnder({}, agent)).status).toBe(200);
  });

  it("503 with a Retry-After of each agent's own", async () => {
    const other = await makeCa();
    const agents = await Promise.all(Array.from({ length: 4 }, async () => anAgent()));
    for (const agent of agents) await checkInUnder({ AGENT_CA_CHAIN: other.chainPem }, agent);
    expect(waits).toHaveLength(agents.length);
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(30);
    expect(new Set(waits).size).toBeGreaterThan(1);
  });

  it("503 if the key is not a key at all", async () => {
    const [agent, other] = [await anAgent(), await makeCa()];
    const mistaken = { AGENT_CA_CHAIN: other.chainPem, AGENT_CA_KEY: "none" };
    expect(await checkInUnder(mistaken, agent)).toEqual(LATER);
  });

  it.each(["", "no chain", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"])(
    "503 with one log line a minute if the chain is %j",
    async (AGENT_CA_CHAIN) => {
      const agent = await anAgent();
      const now = Date.now();
      const broken = { AGENT_CA_CHAIN };
      expect(await checkInUnder(broken, agent, now)).toEqual(LATER);
      expect(await checkInUnder(broken, agent, now)).toEqual(LATER);
      expect(waits.every((wait) => wait >= 30)).toBe(true);
      expect(misconfigured()).toHaveLength(1);
      expect(misconfigured()[0]).toContain("AGENT_CA_CHAIN must be");
      expect((await checkInUnder({}, agent)).status).toBe(200);
    },
  );

  it("503 if the issuer's own settings are missing, 200 for agents that the edge has verified", async () => {
    const agent = await anAgent();
    const broken = { AGENT_ISSUER: "est", AGENT_TRUST: "worker", EST_URL: "" };
    expect(await checkInUnder(broken, agent)).toEqual(LATER);
    expect(misconfigured()[0]).toContain("EST_URL");
    expect((await checkInUnder({ ...broken, AGENT_TRUST: "edge" }, agent)).status).toBe(200);
  });

  it("503 if the edge does not know the CA that signs now, 401 for agents of another or an earlier CA", async () => {
    const [agent, other] = [await anAgent(), await makeCa()];
    const edge = { AGENT_TRUST: "edge" };
    const unknown = { certVerified: "FAILED:unable to get local issuer certificate" };
    const now = Date.now();
    for (const at of [now, now + 59_999]) {
      expect(await checkInUnder(edge, agent, at, unknown)).toEqual(LATER);
    }
    expect(waits.every((wait) => wait >= 30)).toBe(true);
    expect(misconfigured()).toHaveLength(1);
    expect(misconfigured()[0]).toContain("edge");
    expect((await checkInUnder(edge, agent)).status).toBe(200);
    const strange = { AGENT_CA_CHAIN: other.chainPem, AGENT_CA_KEY: other.keyPem };
    const before = { ...strange, AGENT_CA_CHAIN: other.chainPem + env.AGENT_CA_CHAIN };
    for (const settings of [strange, before]) {
      expect(await checkInUnder({ ...edge, ...settings }, agent, now, unknown)).toEqual(ENROL);
    }
  });

  it("401 if key and chain match and the agent's certificate is of another CA", async () => {
    const [agent, other] = [await anAgent(), await makeCa()];
    const changed = { AGENT_CA_CHAIN: other.chainPem, AGENT_CA_KEY: other.keyPem };
    expect(await checkInUnder(changed, agent)).toEqual(ENROL);
    expect(misconfigured()).toEqual([]);
  });

  it("200 if the chain also holds the CA of the agent's certificate", async () => {
    const [agent, other] = [await anAgent(), await makeCa()];
    const mistaken = { AGENT_CA_CHAIN: other.chainPem + env.AGENT_CA_CHAIN };
    expect((await checkInUnder(mistaken, agent)).status).toBe(200);
    expect(misconfigured()).toEqual([]);
  });

  it("503 for enrolments, whose code works once key and chain match again", async () => {
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
    expect(misconfigured()).toHaveLength(2);
    expect((await enrol({})).status).toBe(200);
  });
});
